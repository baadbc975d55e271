/** Short pages, each on one thing in three sections. */
const page = (title: string, ...sections: readonly (readonly [heading: string, text: string])[]) => ({
  title,
  markdown: `# ${title}\n\n${sections.map(([heading, text]) => `## ${heading}\n\n${text}`).join('\n\n')}\n`,
});

/** The manual of "ArgusVMS", a program for cameras, which says its own name now and then only. */
export const cameraManual = [
  page(
    'Introduction',
    [
      'What it does',
      'You can watch the cameras of a house, a shop or a car park with ArgusVMS from any browser. It records what the cameras see, and keeps the recordings as events on a disk. ArgusVMS was written to reduce the number of alarms that nobody looks at. The program runs on a small computer beside the router, and needs no account with anybody. Everything that ArgusVMS records stays on the disk of that computer until a filter deletes it.',
    ],
    [
      'What is needed',
      'A computer with two cores carries four cameras of ordinary size. Each further pair of cameras takes one more core and about a gigabyte of memory. A fast disk matters less than a large one, because recordings are written in one piece. The browser of a telephone shows the pictures as well as that of a desk.',
    ],
    [
      'Who made it',
      'The first version of ArgusVMS watched a bicycle shed behind a school. Others asked for it, and it has grown with their wishes ever since. Whoever finds a fault tells it in the forum, where most questions are answered within a day.',
    ],
  ),
  page(
    'IP cameras',
    [
      'Finding the stream',
      'Every network camera publishes its picture at an address that begins with rtsp. The leaflet of the camera tells the address, or its maker lists it in a table. Open the address in a video player first, so that ArgusVMS is not blamed for a wrong password. A camera that asks for a password takes it within the address, before the name of the host.',
    ],
    [
      'Adding an IP camera',
      'To add a camera, press the plus sign above the list and choose its kind. Paste the address of its stream into the field for the source, and give the camera a name. An IP camera with two streams gets the small one for analysis and the large one for recording. Save the camera, and its picture appears in the list within some seconds.',
    ],
    [
      'After adding it',
      'The camera is recorded as soon as its mode is changed from watching to recording. Add a second IP camera by copying the first, which keeps all of its settings but the address. A camera that was added twice shows its picture in both places, and costs twice the work.',
    ],
  ),
  page(
    'Motion',
    [
      'Drawing a zone',
      'A zone is a part of the picture in which motion counts. Draw it with the mouse, corner by corner, and close it with a double click. Most people using ArgusVMS draw one zone for the door and one for the drive. A small zone has fewer false alarms than a large one, because nothing outside of it counts.',
    ],
    [
      'Leaves and lamps',
      'Leaves, rain and the lamps of cars are the usual causes of false alarms. Raise the threshold until the wind in the trees no longer counts as motion. Set the least area of change to the size of a cat, and birds are let pass. Each of these steps reduces false alarms without hiding what people do.',
    ],
    [
      'Dusk',
      'False alarms at dusk come from the camera that switches its filter. A pause of two seconds after the switch ends them. The same pause helps where a lamp with a sensor makes false alarms in the yard. Take a shorter pause if somebody could walk through the picture in that time.',
    ],
  ),
  page(
    'Events',
    [
      'Looking at events',
      'Each stretch of motion is kept as an event with a picture, its length and its zones. The list shows the newest event first, and plays one at a press. In the settings of ArgusVMS the list can be made to show one camera alone.',
    ],
    [
      'Deleting old events',
      'A filter deletes old events by itself once they have reached a certain age. Choose the age in days, tick the box for deleting, and save the filter so that it runs in the background. Events that are locked are left out, however old they are. Deleting old events in small portions keeps the disk free for recording.',
    ],
    [
      'How many old events are deleted',
      'The filter deletes a hundred old events at once, the oldest before all others. Old events that are being watched are deleted at the next turn. A log tells which old events the filter deleted, and how much room that made on the disk.',
    ],
  ),
  page(
    'Messages',
    [
      'Sending mail',
      'A mail with a picture can be sent for each event that a filter finds. Enter the server of the mail, its port and the address of the sender. People who run ArgusVMS at home mostly use the mail server of their provider. A test mail is sent when the settings are saved, and its error is shown below them.',
    ],
    [
      'Quiet hours',
      'No message is sent in quiet hours, although everything is recorded as before. Set the beginning and the end of the quiet hours for each day of the week. What happened in quiet hours is told in one message when they end. A message about a camera that went dark is sent at any hour.',
    ],
    [
      'Quiet hours on holidays',
      'On holidays the quiet hours of Sunday hold. The days are taken from a calendar, whose address is entered below the quiet hours. A shop that opens on a holiday sets quiet hours of its own for that day.',
    ],
  ),
];

/** Of the manual of another such program, "Heron". */
export const otherManual = [
  page(
    'Detectors',
    [
      'Choosing one',
      'Objects are found by a detector, and Heron comes with two of them. The one on the processor is slow and meant for tests. With an accelerator on the bus, Heron looks at a hundred pictures each second.',
    ],
    [
      'The model',
      'The model is read once when Heron begins, and stays in the memory of the accelerator. A larger model finds smaller objects, and takes Heron longer for each picture.',
    ],
  ),
  page(
    'False positives',
    [
      'Scores',
      'Reducing false alarms in Heron begins with the score that every object has. A low threshold lets false alarms through, and a high one in Heron misses people at night. The score is the median of the last pictures, so that a single wrong one is forgotten. To reduce false alarms by day and by night, give each its own threshold.',
    ],
    [
      'Masks',
      'A mask reduces false alarms by hiding what is taken for a person again and again, such as a statue. Draw the mask over its feet, because Heron judges an object by its lower edge. False alarms at fixed places end with it, and all others remain.',
    ],
    [
      'Shadows',
      'Shadows of clouds make false alarms where a camera looks at a field. Heron reduces such false alarms when the size of a person is given for each part of the picture. What is larger than any person is no false alarm then, but nothing at all.',
    ],
  ),
  page('Recording', [
    'Keeping',
    'The recordings of Heron are kept for as many days as are set for each camera. When the disk is full, Heron deletes the oldest hour. Clips of objects are kept longer by Heron than what lies between them.',
  ]),
];
