import { once } from 'node:events';
import { createSocket } from 'node:dgram';
import { createServer, type AddressInfo } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import { startSite, type Answering } from '../support/site.ts';
import { openRenderProcess as open, pageWith as page, whatIsMissing } from './rendering/support.ts';

/** The browser itself asks for it, unasked. */
const icon = '/favicon.ico';
const missing = whatIsMissing();
if (missing !== null) process.stderr.write(`The tests with a real Chromium are skipped. ${missing}\n`);

describe.skipIf(missing !== null)('a page rendered by Chromium', () => {
  test('shows what its scripts write, what they fetch, and where it ended', async () => {
    const site = await startSite({
      '/': (_, answer) => void answer.writeHead(302, { location: '/app' }).end(),
      '/app': page(
        `document.title = 'Drawn'; fetch('/words').then((a) => a.text()).then((text) => (document.querySelector('main').textContent = text));`,
        '<main></main>',
      ),
      '/words': 'Words that only a script brings.',
    });
    const { render } = await open();
    const came = await render(`${site.url}/`);
    expect(came).toMatchObject({ url: `${site.url}/app`, status: 200, isSettled: true, unreached: [], forbidden: [] });
    expect(came.html).toMatch(/^<!DOCTYPE html>.*<title>Drawn<\/title>.*<main>Words that only a script brings\.<\/main>/s);
  });

  test('says who asks, and carries no cookie from one page to the next', async () => {
    const seen: (string | undefined)[] = [];
    const site = await startSite({
      '/': (asked, answer) => {
        seen.push(asked.headers['user-agent'], asked.headers.cookie);
        answer
          .writeHead(200, { 'content-type': 'text/html', 'set-cookie': 'known=1' })
          .end(page("localStorage.x = 1; document.title = 'Known'"));
      },
    });
    const { render } = await open();
    for (let time = 0; time < 2; time++) expect(await render(`${site.url}/`)).toMatchObject({ status: 200 });
    expect(seen[0]).toMatch(/^Mozilla\/5\.0 .*compatible; Copydesk\/1\.0 \(\+https:\/\/desk\.test\)\) Chrome\/\d+/);
    expect([seen[1], seen[3]]).toEqual([undefined, undefined]);
  });

  test('has its pictures, films and fonts left out, and its picture scripts go on', async () => {
    const site = await startSite({
      '/': page(
        `const picture = new Image(); picture.onload = () => document.body.append('loaded ' + picture.naturalWidth); picture.src = '/a.png';`,
        `<style>@font-face { font-family: f; src: url(/f.woff) } body { font-family: f }</style><video src="/a.mp4" autoplay></video>`,
      ),
    });
    const { render } = await open();
    expect((await render(`${site.url}/`)).html).toContain('loaded 1');
    expect(site.asked.filter((path) => path !== icon)).toEqual(['/']);
  });

  test('is not asked for what robots.txt forbids', async () => {
    const site = await startSite({ '/': page("fetch('/private/x').catch(() => document.body.append('no'))"), '/private/x': 'secret' });
    const { render } = await open();
    const came = await render(`${site.url}/`, { forbidden: [`${site.url}/private/`] });
    expect(came.forbidden).toEqual([`${site.url}/private/x`]);
    expect(site.asked.filter((path) => path !== icon)).toEqual(['/']);
  });

  test('does not wait for an answer to its dialogs, opens no windows and downloads nothing', async () => {
    const download: Answering = (_, answer) => void answer.writeHead(200, { 'content-disposition': 'attachment; filename=a.bin' }).end('x');
    const site = await startSite({
      '/': page(`alert('a'); confirm('b'); open('/popup'); location.href = '/file'; document.body.append('still here')`),
      '/file': download,
    });
    const { render } = await open();
    expect((await render(`${site.url}/`, { deadlineMs: 8_000 })).html).toContain('still here');
    expect(site.asked).not.toContain('/popup');
    expect(await render(`${site.url}/file`)).toMatchObject({ code: 'failed' });
  });

  test('that never comes to rest is taken as it is before its deadline', async () => {
    const site = await startSite({
      '/': page(`document.body.append('drawn'); fetch('/slow')`, '<script src="/slow" async></script>'),
      '/slow': () => {},
    });
    const { render } = await open();
    const came = await render(`${site.url}/`, { deadlineMs: 8_000 });
    expect(came).toMatchObject({ isSettled: false });
    expect(came.html).toContain('drawn');
  });

  test('that is not there has its status, and one whose server is not there is an error', async () => {
    const site = await startSite({
      '/gone': (_, answer) => void answer.writeHead(410, { 'content-type': 'text/html' }).end('<p>gone</p>'),
    });
    const { render } = await open();
    expect(await render(`${site.url}/gone`)).toMatchObject({ status: 410, html: expect.stringContaining('gone') });
    const closed = createServer().listen(0, '127.0.0.1');
    await once(closed, 'listening');
    const { port } = closed.address() as AddressInfo;
    closed.close();
    expect(await render(`http://127.0.0.1:${port}/`)).toEqual({
      code: 'failed',
      message: `127.0.0.1 does not answer on port ${port} (connection refused).`,
    });
    expect(await render('http://nowhere.test/')).toEqual({ code: 'failed', message: 'No address of nowhere.test could be found.' });
  });
});

describe.skipIf(missing !== null)('a page’s scripts', () => {
  test('reach no private address by whatever way, and each is told', async () => {
    const inside = await startSite({ '/': 'reached' });
    const { port } = new URL(inside.url);
    const refused = `127.0.0.2:${port}`;
    const site = await startSite({
      '/': page(
        `fetch('http://${refused}/fetch', { mode: 'no-cors' }).catch(() => {});
         fetch('https://${refused}/tls').catch(() => {});
         navigator.sendBeacon('http://${refused}/beacon', 'x');
         new WebSocket('ws://10.1.2.3:81/socket');
         new Worker(URL.createObjectURL(new Blob(["fetch('http://inside.test/worker').catch(() => {})"])));
         new EventSource('http://169.254.169.254/events');
         document.body.append('went on')`,
        `<iframe src="http://${refused}/frame"></iframe><img src="http://${refused}/picture"><script src="http://[::1]:${port}/script"></script>
         <link rel="stylesheet" href="http://${refused}/style"><link rel="preconnect" href="http://192.168.0.1/"><object data="http://${refused}/object"></object>`,
      ),
    });
    const { render } = await open({ names: { 'inside.test': ['10.1.2.3'] } });
    const came = await render(`${site.url}/`);
    expect(came.html).toContain('went on');
    const told = came.unreached!.filter(({ code }) => code === 'address_refused').map(({ target }) => target);
    expect(told).toEqual(
      expect.arrayContaining([
        ...['fetch', 'beacon', 'frame', 'style', 'object'].map((path) => `http://${refused}/${path}`),
        refused,
        '10.1.2.3:81',
        'http://inside.test/worker',
        'http://169.254.169.254/events',
        `http://[::1]:${port}/script`,
      ]),
    );
    expect(came.unreached!.length).toBe(told.length);
    expect(inside.asked).toEqual([]);
  });

  test('are not there where the page itself may not be asked', async () => {
    const { render } = await open({ names: { 'inside.test': ['10.1.2.3'] } });
    for (const host of ['127.0.0.2', '10.1.2.3', '169.254.169.254', 'inside.test'])
      for (const scheme of ['http', 'https']) expect(await render(`${scheme}://${host}/`)).toMatchObject({ code: 'refused' });
  });

  test('that lead the page to a refused address, as a redirect does, end it', async () => {
    const site = await startSite({
      '/script': page("location.replace('http://10.1.2.3/inside')"),
      '/redirect': (_, answer) => void answer.writeHead(302, { location: 'http://10.1.2.3/inside' }).end(),
    });
    const { render } = await open();
    for (const path of ['/script', '/redirect'])
      expect(await render(`${site.url}${path}`)).toEqual({
        code: 'refused',
        message: expect.stringContaining('10.1.2.3 is a private address'),
      });
  });

  test('read no file and no page of the browser', async () => {
    const site = await startSite({
      '/': page(
        `for (const url of ['file:///etc/passwd', 'chrome://version/', 'view-source:file:///etc/passwd']) {
           fetch(url).then((a) => a.text()).then((text) => document.body.append('re' + 'ad: ' + text), () => {});
           const frame = document.body.appendChild(document.createElement('iframe'));
           frame.src = url;
         }
         try { open('file:///etc/passwd') } catch {}
         setTimeout(() => { try { location.href = 'file:///etc/passwd' } catch {} }, 50);`,
      ),
      '/redirect': (_, answer) => void answer.writeHead(302, { location: 'file:///etc/passwd' }).end(),
    });
    const { render } = await open();
    const came = await render(`${site.url}/`);
    expect(came).toMatchObject({ url: `${site.url}/` });
    expect(came.html).not.toMatch(/read: |root:/);
    for (const url of [`${site.url}/redirect`, 'file:///etc/passwd', 'chrome://version/', 'data:text/html,x', 'about:blank'])
      expect(await render(url)).toMatchObject({ code: 'failed' });
  });

  test('send no datagram past the proxy', async () => {
    const socket = createSocket('udp4');
    let datagrams = 0;
    socket.on('message', () => datagrams++);
    socket.bind(0, '127.0.0.1');
    await once(socket, 'listening');
    const tcp = createServer().listen(0, '127.0.0.1');
    let connections = 0;
    tcp.on('connection', (one) => (connections++, one.destroy()));
    await once(tcp, 'listening');
    onTestFinished(() => void (socket.close(), tcp.close()));
    const { port } = socket.address();
    const { port: tcpPort } = tcp.address() as AddressInfo;
    const site = await startSite({
      '/': page(
        `const peer = new RTCPeerConnection({ iceServers: [{ urls: 'stun:127.0.0.1:${port}' }, { urls: 'turn:127.0.0.1:${tcpPort}?transport=tcp', username: 'a', credential: 'b' }] });
         peer.createDataChannel('x');
         const found = [];
         peer.onicecandidate = ({ candidate }) => candidate && found.push(candidate.candidate);
         peer.createOffer().then((offer) => peer.setLocalDescription(offer));
         try { const transport = new WebTransport('https://127.0.0.1:${port}/'); transport.ready.catch(() => {}); transport.closed.catch(() => {}); } catch {}
         fetch('/wait').then(() => document.body.append('candidates ' + found.length + ' ' + found.join()));`,
      ),
      '/wait': (_, answer) => void setTimeout(() => answer.end('x'), 1_500),
    });
    const { render } = await open({ dialing: { production: true, allowedNetworks: [`127.0.0.1`] } });
    expect((await render(`${site.url}/`)).html).toContain('candidates 0');
    expect(datagrams).toBe(0);
    expect(connections).toBeLessThanOrEqual(1);
  });
});
