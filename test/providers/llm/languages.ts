/** Ordinary prose in many languages and scripts, and what stands beside prose in prompts. */
export const languages: Readonly<Record<string, string>> = {
  English:
    'A sourdough starter is a mixture of flour and water in which wild yeast and lactic acid bacteria live together. Bakers feed it every day, keep it at room temperature, and use a part of it to raise their bread. The acids that the bacteria make give the loaf its taste and keep it fresh for longer. Whoever bakes only once a week may keep the starter in the refrigerator, where it needs to be fed far less often. Before baking it should be taken out, warmed and fed twice, until it doubles in volume within a few hours.',
  German:
    'Ein Sauerteig ist eine Mischung aus Mehl und Wasser, in der wilde Hefen und Milchsäurebakterien zusammenleben. Wer regelmäßig backt, füttert ihn täglich, bewahrt ihn bei Zimmertemperatur auf und verwendet einen Teil davon als Triebmittel. Die entstehenden Säuren verleihen dem Brot seinen Geschmack und verlängern die Haltbarkeit. Für Gelegenheitsbäcker empfiehlt sich die Aufbewahrung im Kühlschrank, denn dort genügt eine wöchentliche Auffrischung. Vor dem Backen sollte man ihn rechtzeitig herausnehmen und zweimal füttern, bis er innerhalb weniger Stunden sein Volumen verdoppelt.',
  French:
    "Le levain est un mélange de farine et d'eau dans lequel vivent ensemble des levures sauvages et des bactéries lactiques. Les boulangers le nourrissent chaque jour, le gardent à température ambiante et en utilisent une partie pour faire lever leur pain. Les acides produits par les bactéries donnent à la miche son goût et prolongent sa conservation. Celui qui ne cuit qu'une fois par semaine peut le conserver au réfrigérateur, où il faut le rafraîchir bien moins souvent.",
  Spanish:
    'La masa madre es una mezcla de harina y agua en la que conviven levaduras silvestres y bacterias lácticas. Los panaderos la alimentan cada día, la mantienen a temperatura ambiente y utilizan una parte para fermentar el pan. Los ácidos que producen las bacterias dan a la hogaza su sabor y la conservan fresca durante más tiempo. Quien hornea solo una vez por semana puede guardarla en el frigorífico, donde necesita alimentarse con mucha menos frecuencia.',
  Portuguese:
    'O fermento natural é uma mistura de farinha e água na qual vivem juntas leveduras selvagens e bactérias lácticas. Os padeiros alimentam-no todos os dias, mantêm-no à temperatura ambiente e usam uma parte para fazer crescer o pão. Os ácidos produzidos pelas bactérias dão ao pão o seu sabor e conservam-no fresco durante mais tempo. Quem assa apenas uma vez por semana pode guardá-lo no frigorífico.',
  Italian:
    'Il lievito madre è un impasto di farina e acqua nel quale convivono lieviti selvatici e batteri lattici. I panettieri lo rinfrescano ogni giorno, lo tengono a temperatura ambiente e ne usano una parte per far crescere il pane. Gli acidi prodotti dai batteri danno alla pagnotta il suo sapore e la mantengono fresca più a lungo. Chi cuoce soltanto una volta alla settimana può conservarlo nel frigorifero, dove va rinfrescato molto più di rado.',
  Dutch:
    'Een zuurdesemstarter is een mengsel van meel en water waarin wilde gisten en melkzuurbacteriën samenleven. Bakkers voeden hem elke dag, bewaren hem op kamertemperatuur en gebruiken een deel ervan om hun brood te laten rijzen. De zuren die de bacteriën maken geven het brood zijn smaak en houden het langer vers. Wie maar eens per week bakt, kan de starter in de koelkast bewaren, waar hij veel minder vaak gevoed hoeft te worden.',
  Swedish:
    'En surdeg är en blandning av mjöl och vatten där vildjäst och mjölksyrabakterier lever tillsammans. Bagare matar den varje dag, förvarar den i rumstemperatur och använder en del av den för att få brödet att jäsa. Syrorna som bakterierna bildar ger limpan dess smak och håller den färsk längre. Den som bara bakar en gång i veckan kan förvara surdegen i kylskåpet, där den behöver matas betydligt mer sällan.',
  Finnish:
    'Hapanjuuri on jauhojen ja veden seos, jossa villihiivat ja maitohappobakteerit elävät yhdessä. Leipurit ruokkivat sitä päivittäin, säilyttävät sitä huoneenlämmössä ja käyttävät osan siitä leivän kohottamiseen. Bakteerien tuottamat hapot antavat leivälle sen maun ja pidentävät säilyvyyttä. Joka leipoo vain kerran viikossa, voi säilyttää juurta jääkaapissa, jossa sitä tarvitsee ruokkia huomattavasti harvemmin. Ennen leipomista se otetaan lämpimään ja ruokitaan kahdesti.',
  Polish:
    'Zakwas to mieszanina mąki i wody, w której żyją razem dzikie drożdże i bakterie kwasu mlekowego. Piekarze dokarmiają go codziennie, przechowują w temperaturze pokojowej i używają jego części do spulchniania chleba. Kwasy wytwarzane przez bakterie nadają bochenkowi smak i przedłużają jego świeżość. Kto piecze tylko raz w tygodniu, może trzymać zakwas w lodówce, gdzie trzeba go dokarmiać znacznie rzadziej.',
  Czech:
    'Kvásek je směs mouky a vody, ve které spolu žijí divoké kvasinky a bakterie mléčného kvašení. Pekaři ho každý den krmí, uchovávají při pokojové teplotě a část z něj používají ke kynutí chleba. Kyseliny, které bakterie vytvářejí, dávají bochníku chuť a prodlužují jeho čerstvost. Kdo peče jen jednou týdně, může kvásek uchovávat v lednici, kde ho stačí krmit mnohem méně často.',
  Hungarian:
    'A kovász liszt és víz keveréke, amelyben vadélesztők és tejsavbaktériumok élnek együtt. A pékek naponta etetik, szobahőmérsékleten tartják, és egy részét a kenyér kelesztésére használják. A baktériumok által termelt savak adják a cipó ízét, és hosszabb ideig frissen tartják. Aki csak hetente egyszer süt, a kovászt hűtőszekrényben is tarthatja, ahol sokkal ritkábban kell etetni.',
  Turkish:
    'Ekşi maya, yabani mayaların ve laktik asit bakterilerinin birlikte yaşadığı bir un ve su karışımıdır. Fırıncılar onu her gün besler, oda sıcaklığında saklar ve bir kısmını ekmeği kabartmak için kullanır. Bakterilerin ürettiği asitler ekmeğe tadını verir ve onun daha uzun süre taze kalmasını sağlar. Haftada yalnızca bir kez ekmek pişirenler mayayı buzdolabında saklayabilir; orada çok daha seyrek beslenmesi gerekir.',
  Indonesian:
    'Ragi alami adalah campuran tepung dan air tempat ragi liar dan bakteri asam laktat hidup bersama. Para pembuat roti memberinya makan setiap hari, menyimpannya pada suhu ruang, dan memakai sebagian untuk mengembangkan roti. Asam yang dihasilkan bakteri memberi rasa pada roti dan membuatnya lebih tahan lama. Orang yang memanggang hanya sekali seminggu dapat menyimpannya di lemari es.',
  Vietnamese:
    'Men chua là hỗn hợp bột mì và nước, trong đó nấm men hoang dã và vi khuẩn lactic cùng chung sống. Người làm bánh cho nó ăn mỗi ngày, giữ ở nhiệt độ phòng và dùng một phần để làm nở bánh mì. Axit do vi khuẩn tạo ra làm cho ổ bánh có hương vị riêng và giữ được lâu hơn. Ai chỉ nướng bánh mỗi tuần một lần có thể cất men trong tủ lạnh, nơi nó cần được cho ăn ít hơn nhiều.',
  Russian:
    'Закваска — это смесь муки и воды, в которой вместе живут дикие дрожжи и молочнокислые бактерии. Пекари подкармливают её каждый день, держат при комнатной температуре и используют часть для подъёма теста. Кислоты, которые образуют бактерии, придают хлебу вкус и дольше сохраняют его свежим. Тот, кто печёт только раз в неделю, может хранить закваску в холодильнике, где её нужно подкармливать гораздо реже.',
  Ukrainian:
    'Закваска — це суміш борошна та води, у якій разом живуть дикі дріжджі й молочнокислі бактерії. Пекарі підгодовують її щодня, тримають за кімнатної температури та використовують частину для піднімання тіста. Кислоти, що їх утворюють бактерії, надають хлібові смаку й довше зберігають його свіжим. Хто пече лише раз на тиждень, може тримати закваску в холодильнику.',
  Greek:
    'Το προζύμι είναι ένα μείγμα από αλεύρι και νερό στο οποίο ζουν μαζί άγριες ζύμες και γαλακτικά βακτήρια. Οι αρτοποιοί το ταΐζουν κάθε μέρα, το διατηρούν σε θερμοκρασία δωματίου και χρησιμοποιούν ένα μέρος του για να φουσκώσει το ψωμί. Τα οξέα που παράγουν τα βακτήρια δίνουν στο καρβέλι τη γεύση του και το κρατούν φρέσκο για περισσότερο καιρό.',
  Hebrew:
    'מחמצת היא תערובת של קמח ומים שבה חיים יחד שמרי בר וחיידקי חומצת חלב. האופים מאכילים אותה בכל יום, שומרים עליה בטמפרטורת החדר ומשתמשים בחלק ממנה כדי להתפיח את הלחם. החומצות שהחיידקים מייצרים נותנות לכיכר את טעמה ושומרות על טריותה לאורך זמן. מי שאופה רק פעם בשבוע יכול לשמור את המחמצת במקרר.',
  Arabic:
    'العجين المخمر خليط من الدقيق والماء تعيش فيه الخمائر البرية وبكتيريا حمض اللبنيك معاً. يغذيه الخبازون كل يوم ويحفظونه في درجة حرارة الغرفة ويستعملون جزءاً منه لتخمير الخبز. تمنح الأحماض التي تنتجها البكتيريا الرغيف مذاقه وتبقيه طازجاً مدة أطول. ومن لا يخبز إلا مرة في الأسبوع يمكنه أن يحفظ الخميرة في الثلاجة حيث تحتاج إلى تغذية أقل بكثير.',
  Persian:
    'خمیر ترش مخلوطی از آرد و آب است که در آن مخمرهای وحشی و باکتری‌های اسید لاکتیک با هم زندگی می‌کنند. نانواها هر روز به آن غذا می‌دهند، آن را در دمای اتاق نگه می‌دارند و بخشی از آن را برای ور آمدن نان به کار می‌برند. اسیدهایی که باکتری‌ها تولید می‌کنند به نان مزه می‌دهند و آن را مدت بیشتری تازه نگه می‌دارند.',
  Hindi:
    'खमीर आटे और पानी का मिश्रण है जिसमें जंगली यीस्ट और लैक्टिक अम्ल के जीवाणु साथ रहते हैं। बेकर इसे हर दिन खिलाते हैं, कमरे के तापमान पर रखते हैं और इसका एक हिस्सा रोटी फुलाने के लिए इस्तेमाल करते हैं। जीवाणुओं से बनने वाले अम्ल रोटी को स्वाद देते हैं और उसे लंबे समय तक ताज़ा रखते हैं। जो सप्ताह में केवल एक बार सेंकता है वह इसे फ्रिज में रख सकता है।',
  Bengali:
    'টক খামির হলো ময়দা ও জলের একটি মিশ্রণ যেখানে বুনো ইস্ট এবং ল্যাকটিক অ্যাসিড ব্যাকটেরিয়া একসঙ্গে বাস করে। রুটিওয়ালারা প্রতিদিন একে খাবার দেন, ঘরের তাপমাত্রায় রাখেন এবং এর একটি অংশ রুটি ফোলাতে ব্যবহার করেন। ব্যাকটেরিয়ার তৈরি অ্যাসিড রুটিকে স্বাদ দেয় এবং দীর্ঘদিন তাজা রাখে।',
  Tamil:
    'புளித்த மாவு என்பது மாவும் நீரும் கலந்த ஒரு கலவை; அதில் காட்டு ஈஸ்டும் லாக்டிக் அமில பாக்டீரியாவும் சேர்ந்து வாழ்கின்றன. ரொட்டி செய்பவர்கள் அதற்கு தினமும் உணவளித்து, அறை வெப்பநிலையில் வைத்து, ஒரு பகுதியை ரொட்டி உப்பப் பயன்படுத்துகிறார்கள்.',
  Thai: 'หัวเชื้อซาวร์โดคือส่วนผสมของแป้งและน้ำที่ยีสต์ธรรมชาติและแบคทีเรียกรดแลคติกอาศัยอยู่ร่วมกัน คนทำขนมปังให้อาหารมันทุกวัน เก็บไว้ที่อุณหภูมิห้อง และใช้บางส่วนเพื่อทำให้ขนมปังขึ้นฟู กรดที่แบคทีเรียสร้างขึ้นทำให้ขนมปังมีรสชาติและเก็บได้นานขึ้น ผู้ที่อบเพียงสัปดาห์ละครั้งอาจเก็บหัวเชื้อไว้ในตู้เย็น',
  Chinese:
    '酸面种是面粉和水的混合物，野生酵母和乳酸菌在其中共同生活。面包师每天给它喂食，把它放在室温下，并用其中的一部分来发酵面包。细菌产生的酸赋予面包独特的风味，也让它保鲜更久。每周只烤一次面包的人可以把面种放在冰箱里，在那里它需要喂食的次数要少得多。烘烤之前应当把它取出来回温，并喂食两次，直到它在几个小时内体积翻倍。',
  'Chinese, traditional':
    '酸麵種是麵粉和水的混合物，野生酵母和乳酸菌在其中共同生活。麵包師傅每天餵養它，把它放在室溫下，並用其中的一部分來發酵麵包。細菌產生的酸賦予麵包獨特的風味，也讓它保鮮更久。每週只烤一次麵包的人可以把麵種放在冰箱裡，在那裡它需要餵養的次數要少得多。',
  Japanese:
    'サワードウの種は小麦粉と水を混ぜたもので、その中で野生の酵母と乳酸菌が一緒に暮らしている。パン職人は毎日それに餌を与え、室温で保存し、その一部を使ってパンを膨らませる。細菌が作る酸はパンに独特の風味を与え、より長く新鮮に保つ。週に一度しか焼かない人は種を冷蔵庫に入れておくことができ、そこでは餌やりの回数がずっと少なくて済む。',
  Korean:
    '사워도우 스타터는 밀가루와 물을 섞은 것으로, 그 안에서 야생 효모와 젖산균이 함께 살아간다. 제빵사는 매일 먹이를 주고 실온에 보관하며 그 일부를 빵을 부풀리는 데 사용한다. 세균이 만드는 산은 빵에 고유한 맛을 주고 더 오래 신선하게 유지해 준다. 일주일에 한 번만 굽는 사람은 스타터를 냉장고에 보관할 수 있다.',
  Markdown:
    '## How to feed a starter\n\n1. Discard **half** of it.\n2. Add 50 g of flour and 50 g of water ([why equal parts?](https://example.com/blog/hydration-explained)).\n3. Stir, cover and wait *4–6 hours*.\n\n| Day | Flour (g) | Water (g) | Smell |\n|---|---|---|---|\n| 1 | 50 | 50 | flour |\n| 2 | 50 | 50 | sour |\n| 3 | 75 | 75 | yoghurt |\n\n> Tip: use a rubber band to mark the level.\n\n- [x] jar\n- [ ] scale\n',
  JSON: JSON.stringify(
    {
      title: 'How to feed a sourdough starter',
      sections: [
        { heading: 'What you need', words: 180, sources: ['https://example.com/flour', 'https://example.org/a?b=c&d=12'] },
        { heading: 'Feeding, step by step', words: 420, sources: [] },
      ],
      faq: [{ question: 'Can I use rye?', answer: 'Yes.' }],
      score: 87.25,
    },
    null,
    2,
  ),
  code: "export async function feed(starter: Starter, { flour = 50, water = 50 }: Meal = {}): Promise<Starter> {\n  if (flour <= 0 || water <= 0) throw new RangeError('A meal needs flour and water.');\n  for (const day of week) {\n    const next = await mix(starter.take(0.5), { flour, water });\n    if (next.volume >= 2 * starter.volume) return next;\n  }\n  return starter;\n}\n",
  figures:
    '2026-05-03 09:30:00 | 1,234,567.89 | +49 30 901820 | 192.168.0.17 | 0x7f3a9c | 3.14159265358979 | 45 % | 1789-07-14 | ISBN 978-3-16-148410-0',
  identifiers:
    'art_0199f3c27b7a7d1e9a43f0c2 sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08 dGhlIHF1aWNrIGJyb3duIGZveCBqdW1wcw==',
  emoji: 'Great 👍 bread 🍞🥖🥐 for everyone 👨‍👩‍👧‍👦 🎉🎉🎉 today ❤️ 🇩🇪 🇫🇷 🇯🇵!',
  shouting:
    'HOW TO FEED YOUR SOURDOUGH STARTER: THE COMPLETE GUIDE FOR BEGINNERS WHO NEVER BAKED BEFORE AND WANT BETTER BREAD THIS WEEKEND',
};
