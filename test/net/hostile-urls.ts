/** A URL that must lead nowhere in production. `{port}` in it stands for the port of a listener on this machine's loopback addresses. */
export interface HostileUrl {
  /** What is hostile about it, or how the address in it is written. */
  notation: string;
  url: string;
  code: 'address_refused' | 'invalid_url';
}

/** A URL that looks harmless until its name is looked up. */
export interface HostileName {
  notation: string;
  url: string;
  /** The host as it is looked up. */
  host: string;
  /** What the look-up answers. */
  addresses: readonly string[];
}

type Row = readonly [notation: string, text: string];

/** In development each of these reaches 127.0.0.1 or ::1, so in production it is the guard that keeps them from it. */
export const loopbackUrls: readonly HostileUrl[] = [
  ...urlsOf([
    ['dotted decimal', '127.0.0.1'],
    ['three parts', '127.0.1'],
    ['two parts', '127.1'],
    ['a trailing dot', '127.0.0.1.'],
    ['zero-padded parts', '127.000.000.001'],
    ['decimal', '2130706433'],
    ['decimal with a trailing dot', '2130706433.'],
    ['hexadecimal', '0x7f000001'],
    ['hexadecimal in capitals', '0X7F000001'],
    ['hexadecimal with leading zeros', '0x0000000000007f000001'],
    ['hexadecimal parts', '0x7f.0x0.0x0.0x1'],
    ['short hexadecimal', '0x7f.1'],
    ['an empty hexadecimal part', '127.0x.0x.1'],
    ['octal', '017700000001'],
    ['octal parts', '0177.0.0.1'],
    ['octal parts with leading zeros', '00000177.00.00.000001'],
    ['hexadecimal, octal and decimal parts', '0x7f.00.0.1'],
    ['percent-encoded digits', '%31%32%37.0.0.1'],
    ['percent-encoded dots', '127%2e0%2E0%2e1'],
    ['a percent-encoded ideographic dot', '127%E3%80%820.0.1'],
    ['ideographic dots', '127。0。0。1'],
    ['half-width dots', '127｡0｡0｡1'],
    ['full-width digits and dots', '１２７．０．０．１'],
    ['circled digits', '①②⑦.⓪.⓪.①'],
    ['bold mathematical digits', '𝟭𝟮𝟳.𝟬.𝟬.𝟭'],
    ['superscript digits', '¹²⁷.⁰.⁰.¹'],
    ['full-width hexadecimal', '０ｘ７ｆ．１'],
    ['a soft hyphen', '127\u00ad.0.0.1'],
    ['a zero-width space', '127.0\u200b.0.1'],
    ['IPv6', '[::1]'],
    ['IPv6 in full', '[0000:0000:0000:0000:0000:0000:0000:0001]'],
    ['IPv6 ending in dotted decimal', '[::0.0.0.1]'],
    ['IPv4-mapped', '[::ffff:127.0.0.1]'],
    ['IPv4-mapped in hexadecimal', '[::ffff:7f00:1]'],
    ['IPv4-mapped in capitals', '[::FFFF:7F00:1]'],
    ['IPv4-mapped in full', '[0:0:0:0:0:ffff:127.0.0.1]'],
  ]),
  ...refused([
    ['no slashes', 'https:127.0.0.1:{port}/hush'],
    ['one slash', 'https:/127.0.0.1:{port}/hush'],
    ['four slashes', 'https:////127.0.0.1:{port}/hush'],
    ['backslashes', String.raw`https:\\127.0.0.1:{port}\hush`],
    ['a slash and a backslash', String.raw`https:/\127.0.0.1:{port}/hush`],
    ['a scheme in capitals', 'HTTPS://127.0.0.1:{port}/hush'],
    ['blanks around it', '  https://127.0.0.1:{port}/hush \n'],
    ['control characters before it', '\u0001\u001fhttps://127.0.0.1:{port}/hush'],
    ['a line break in the scheme', 'ht\r\ntps://127.0.0.1:{port}/hush'],
    ['a tab in the host', 'https://127.0.\t0.1:{port}/hush'],
    ['line breaks in the host', 'https://127\r\n.0.0.1:{port}/hush'],
    ['a header after a line break', 'https://127.0.0.1:{port}/\r\nX-Injected: hush'],
    ['a whole request after an encoded line break', 'https://127.0.0.1:{port}/%20HTTP/1.1%0d%0a%0d%0aGET%20/hush'],
    ['a backslash before an @', String.raw`https://127.0.0.1:{port}\@hooks.example.com/hush`],
    ['an @ in the path', 'https://127.0.0.1:{port}/@hooks.example.com/hush'],
    ['an @ in the query', 'https://127.0.0.1:{port}?@hooks.example.com/hush'],
    ['an @ in the fragment', 'https://127.0.0.1:{port}#@hooks.example.com/hush'],
    ['an empty user', 'https://@127.0.0.1:{port}/hush'],
    ['an empty user and password', 'https://:@127.0.0.1:{port}/hush'],
    ['a port with leading zeros', 'https://127.0.0.1:00{port}/hush'],
  ]),
];

/** Addresses that are no receiver's, in production at least. */
export const forbiddenUrls: readonly HostileUrl[] = [
  ...urlsOf([
    ['another loopback address', '127.0.0.2'],
    ['the last loopback address', '127.255.255.254'],
    ['the unspecified address', '0.0.0.0'],
    ['the unspecified address in one part', '0'],
    ['the unspecified address as no digits', '0x'],
    ['this network', '0.1.2.3'],
    ['unspecified in IPv6', '[::]'],
    ['unspecified, IPv4-mapped', '[::ffff:0:0]'],
    ['IPv4-compatible', '[::127.0.0.1]'],
    ['IPv4-compatible in hexadecimal', '[::7f00:1]'],
    ['IPv4-translated (SIIT)', '[::ffff:0:127.0.0.1]'],
    ['NAT64', '[64:ff9b::127.0.0.1]'],
    ['NAT64 in hexadecimal', '[64:ff9b::7f00:1]'],
    ['NAT64 of a private address', '[64:ff9b::10.0.0.1]'],
    ['NAT64 of a metadata address', '[64:ff9b::a9fe:a9fe]'],
    ['local NAT64', '[64:ff9b:1::7f00:1]'],
    ['local NAT64 of a public address', '[64:ff9b:1::5db8:d822]'],
    ['6to4', '[2002:7f00:1::]'],
    ['6to4 of a metadata address', '[2002:a9fe:a9fe::1]'],
    ['Teredo, the client', '[2001:0:5db8:d822::80ff:fffe]'],
    ['Teredo, the server', '[2001:0:7f00:1::a247:27dd]'],
    ['ISATAP', '[2a00::5efe:127.0.0.1]'],
    ['ISATAP, globally unique', '[2a00::200:5efe:7f00:1]'],
    ['metadata of most clouds', '169.254.169.254'],
    ['metadata in decimal', '2852039166'],
    ['metadata in hexadecimal', '0xa9fea9fe'],
    ['metadata in octal parts', '0251.0376.0251.0376'],
    ['metadata in two parts', '169.16689662'],
    ['metadata in circled digits', '①⑥⑨.②⑤④.①⑥⑨.②⑤④'],
    ['metadata, IPv4-mapped', '[::ffff:a9fe:a9fe]'],
    ['metadata of containers (ECS)', '169.254.170.2'],
    ['metadata of Azure', '168.63.129.16'],
    ['metadata of Azure in hexadecimal', '0xa83f8110'],
    ['metadata of Alibaba', '100.100.100.200'],
    ['metadata of Oracle', '192.0.0.192'],
    ['metadata of EC2 over IPv6', '[fd00:ec2::254]'],
    ['metadata of EKS over IPv6', '[fd00:ec2::23]'],
    ['metadata of Google over IPv6', '[fd20:ce::254]'],
    ['metadata of Oracle over IPv6', '[fd00:c1::a9fe:a9fe]'],
    ['metadata of Scaleway over IPv6', '[fd00:42::42]'],
    ['metadata of Akamai over IPv6', '[fd00:a9fe:a9fe::1]'],
    ['metadata of Alibaba over IPv6', '[fd00:100::100:200]'],
    ['link-local', '169.254.0.1'],
    ['link-local in IPv6', '[fe80::1]'],
    ['the last link-local network in IPv6', '[febf::1]'],
    ['private, ten', '10.0.0.1'],
    ['private, ten in octal', '012.1'],
    ['private, 172.16', '172.16.0.1'],
    ['private, the last of 172.16', '172.31.255.255'],
    ['private, 192.168', '192.168.0.1'],
    ['private, 192.168 in hexadecimal', '0xc0.0xa8.1'],
    ['private, IPv4-mapped', '[::ffff:10.0.0.1]'],
    ['unique local', '[fc00::1]'],
    ['unique local, self-assigned', '[fd12:3456:789a::1]'],
    ['site-local', '[fec0::1]'],
    ["shared by a carrier's customers", '100.64.0.1'],
    ['protocol assignments', '192.0.0.8'],
    ['the 6to4 relay', '192.88.99.1'],
    ['benchmarking', '198.18.0.1'],
    ['benchmarking in IPv6', '[2001:2::1]'],
    ['documentation', '192.0.2.1'],
    ['documentation, the second', '198.51.100.1'],
    ['documentation, the third', '203.0.113.1'],
    ['documentation in IPv6', '[2001:db8::1]'],
    ['documentation in IPv6, the second', '[3fff::1]'],
    ['discard-only', '[100::1]'],
    ['segment routing', '[5f00::1]'],
    ['never assigned', '[4000::1]'],
    ['multicast', '224.0.0.1'],
    ['multicast of SSDP', '239.255.255.250'],
    ['multicast in IPv6', '[ff02::1]'],
    ['broadcast', '255.255.255.255'],
    ['broadcast in decimal', '4294967295'],
    ['reserved', '240.0.0.1'],
  ]),
  ...refused([['port 0', 'https://127.0.0.1:0/hush']]),
];

/** What is no URL of a receiver, whatever its address. */
export const malformedUrls: readonly HostileUrl[] = rowsOf('invalid_url', [
  ['a user and a password', 'https://me:hush@127.0.0.1:{port}/'],
  ['a user', 'https://hush@127.0.0.1:{port}/'],
  ['a password', 'https://:hush@127.0.0.1:{port}/'],
  ['a user that looks like the host', 'https://hooks.example.com@127.0.0.1:{port}/hush'],
  ['a user that looks like a host and a port', 'https://127.0.0.1:{port}@hooks.example.com/hush'],
  ['a user that looks like IPv6', 'https://[::1]@hooks.example.com/hush'],
  ['two @', 'https://hooks.example.com@hooks.example.com@127.0.0.1:{port}/hush'],
  ['an encoded @', 'https://127.0.0.1%40hooks.example.com/hush'],
  ['a full-width @', 'https://hooks.example.com＠127.0.0.1:{port}/hush'],
  ['a full-width slash', 'https://127.0.0.1／.example.com/hush'],
  ['a letter that becomes a slash', 'https://127.0.0.1℀.example.com/hush'],
  ['an encoded zero byte', 'https://127.0.0.1%00.example.com/hush'],
  ['an encoded line break in the host', 'https://127.0.0.1%0d%0aX-Injected:hush/'],
  ['a line break after the port', 'https://127.0.0.1:{port}\r\nX-Injected: hush/'],
  ['a blank in the host', 'https://127.0.0.1 hooks.example.com/hush'],
  ['a zone', 'https://[fe80::1%lo]:{port}/hush'],
  ['an encoded zone', 'https://[::1%25lo]:{port}/hush'],
  ['an unclosed bracket', 'https://[::1:{port}/hush'],
  ['a name after a bracket', 'https://[::1].example.com/hush'],
  ['a short address within IPv6', 'https://[::ffff:127.1]:{port}/hush'],
  ['a hexadecimal address within IPv6', 'https://[::ffff:0x7f.0.0.1]:{port}/hush'],
  ['an address of a later IP', 'https://[v1.7f000001]:{port}/hush'],
  ['five parts', 'https://127.0.0.0.1:{port}/hush'],
  ['an empty part', 'https://127..1:{port}/hush'],
  ['a leading dot', 'https://.127.0.0.1:{port}/hush'],
  ['a part that is too large', 'https://256.0.0.1:{port}/hush'],
  ['a number that is too large', 'https://4294967296:{port}/hush'],
  ['an octal part that is none', 'https://127.0.0.08:{port}/hush'],
  ['port 65536', 'https://127.0.0.1:65536/hush'],
  ['a negative port', 'https://127.0.0.1:-{port}/hush'],
  ['a port in full-width digits', 'https://127.0.0.1:８０/hush'],
  ['two ports', 'https://127.0.0.1:{port}:80/hush'],
  ['no host', 'https:///'],
  ['no host but a port', 'https://:{port}/hush'],
  ['a scheme alone', 'https:'],
  ['no scheme', '127.0.0.1:{port}/hush'],
  ['no scheme but slashes', '//127.0.0.1:{port}/hush'],
  ['a name for a scheme', 'localhost:{port}/hush'],
  ['a path', '/hush'],
  ['nothing', ''],
  ['file', 'file:///etc/hush'],
  ['file on a host', 'file://127.0.0.1/hush'],
  ['gopher', 'gopher://127.0.0.1:{port}/_POST%20/hush'],
  ['dict', 'dict://127.0.0.1:{port}/hush'],
  ['ftp', 'ftp://127.0.0.1:{port}/hush'],
  ['tftp', 'tftp://127.0.0.1:{port}/hush'],
  ['ldap', 'ldap://127.0.0.1:{port}/hush'],
  ['smb', 'smb://127.0.0.1:{port}/hush'],
  ['ws', 'ws://127.0.0.1:{port}/hush'],
  ['wss', 'wss://127.0.0.1:{port}/hush'],
  ['unix', 'unix:/var/run/hush.sock'],
  ['http over a socket file', 'http+unix://%2Fvar%2Frun%2Fhush.sock/'],
  ['data', 'data:text/plain,hush'],
  ['javascript', 'javascript:hush()'],
  ['blob', 'blob:https://127.0.0.1:{port}/hush'],
  ['jar', 'jar:https://127.0.0.1:{port}!/hush'],
  ['view-source', 'view-source:https://127.0.0.1:{port}/hush'],
]);

/** Names of this machine, of metadata services and of nobody in particular. */
export const hostileNames: readonly HostileName[] = (
  [
    ['this machine', 'localhost', ['127.0.0.1', '::1']],
    ['this machine in capitals', 'LOCALHOST', ['127.0.0.1']],
    ['this machine in circled letters', 'ⓛⓞⓒⓐⓛⓗⓞⓢⓣ', ['127.0.0.1']],
    ['this machine, percent-encoded', 'loc%61lhost', ['127.0.0.1']],
    ['this machine with a trailing dot', 'localhost.', ['127.0.0.1']],
    ['a name below localhost', 'hooks.localhost', ['::1']],
    ['an address in wildcard DNS', '127.0.0.1.wildcard.example', ['127.0.0.1']],
    ['an address with two trailing dots', '127.0.0.1..', ['127.0.0.1']],
    ['an address that is a name by an underscore', '127.0.0.1_', ['127.0.0.1']],
    ['an address that is a name by a letter', '127.0.0.0x1g', ['127.0.0.1']],
    ['the metadata service of Google', 'metadata.google.internal', ['169.254.169.254']],
    ['the metadata service of Google over IPv6', 'metadata6.google.internal', ['fd20:ce::254']],
    ['the metadata service of Azure', 'metadata.azure.internal', ['168.63.129.16']],
    ['the metadata service of Tencent', 'metadata.tencentyun.com', ['169.254.0.23']],
    ['a cluster', 'kubernetes.default.svc', ['10.96.0.1']],
    ['the host of a container', 'host.docker.internal', ['172.17.0.1']],
    ['a public address, then loopback', 'hooks.example.com', ['93.184.216.34', '127.0.0.1']],
    ['loopback, then a public address', 'hooks.example.com', ['127.0.0.1', '93.184.216.34']],
    ['a public address, then loopback in IPv6', 'hooks.example.com', ['2606:4700::1111', '::1']],
    ['a public address, then a metadata one', 'hooks.example.com', ['93.184.216.34', '169.254.169.254']],
    ['an IPv4-mapped answer', 'hooks.example.com', ['::ffff:127.0.0.1']],
    ['an IPv4-mapped answer in hexadecimal', 'hooks.example.com', ['::ffff:7f00:1']],
    ['a NAT64 answer', 'hooks.example.com', ['64:ff9b::7f00:1']],
    ['an unspecified answer', 'hooks.example.com', ['0.0.0.0']],
    ['an unspecified answer in IPv6', 'hooks.example.com', ['::']],
    ['an answer with a zone', 'hooks.example.com', ['::1%lo']],
    ['an answer in decimal', 'hooks.example.com', ['2130706433']],
    ['an answer in hexadecimal', 'hooks.example.com', ['0x7f.1']],
    ['another name for an answer', 'hooks.example.com', ['localhost']],
    ['an empty answer', 'hooks.example.com', ['']],
  ] as const
).map(([notation, host, addresses]) => {
  const url = `https://${host}:{port}/hush?token=hush`;
  return { notation, url, host: new URL(url.replace('{port}', '1')).hostname, addresses };
});

function urlsOf(rows: readonly Row[]): HostileUrl[] {
  return refused(rows.map(([notation, host]) => [notation, `https://${host}:{port}/hush?token=hush`]));
}

function refused(rows: readonly Row[]): HostileUrl[] {
  return rowsOf('address_refused', rows);
}

function rowsOf(code: HostileUrl['code'], rows: readonly Row[]): HostileUrl[] {
  return rows.map(([notation, url]) => ({ notation, url, code }));
}
