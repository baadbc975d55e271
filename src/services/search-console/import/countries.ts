/** ISO 3166-1 alpha-3, by alpha-2. XK is Kosovo, which Google knows as XKK. */
const codes = `AD:AND AE:ARE AF:AFG AG:ATG AI:AIA AL:ALB AM:ARM AO:AGO AQ:ATA AR:ARG AS:ASM AT:AUT AU:AUS AW:ABW AX:ALA AZ:AZE BA:BIH BB:BRB
BD:BGD BE:BEL BF:BFA BG:BGR BH:BHR BI:BDI BJ:BEN BL:BLM BM:BMU BN:BRN BO:BOL BQ:BES BR:BRA BS:BHS BT:BTN BV:BVT BW:BWA BY:BLR BZ:BLZ CA:CAN
CC:CCK CD:COD CF:CAF CG:COG CH:CHE CI:CIV CK:COK CL:CHL CM:CMR CN:CHN CO:COL CR:CRI CU:CUB CV:CPV CW:CUW CX:CXR CY:CYP CZ:CZE DE:DEU DJ:DJI
DK:DNK DM:DMA DO:DOM DZ:DZA EC:ECU EE:EST EG:EGY EH:ESH ER:ERI ES:ESP ET:ETH FI:FIN FJ:FJI FK:FLK FM:FSM FO:FRO FR:FRA GA:GAB GB:GBR GD:GRD
GE:GEO GF:GUF GG:GGY GH:GHA GI:GIB GL:GRL GM:GMB GN:GIN GP:GLP GQ:GNQ GR:GRC GS:SGS GT:GTM GU:GUM GW:GNB GY:GUY HK:HKG HM:HMD HN:HND HR:HRV
HT:HTI HU:HUN ID:IDN IE:IRL IL:ISR IM:IMN IN:IND IO:IOT IQ:IRQ IR:IRN IS:ISL IT:ITA JE:JEY JM:JAM JO:JOR JP:JPN KE:KEN KG:KGZ KH:KHM KI:KIR
KM:COM KN:KNA KP:PRK KR:KOR KW:KWT KY:CYM KZ:KAZ LA:LAO LB:LBN LC:LCA LI:LIE LK:LKA LR:LBR LS:LSO LT:LTU LU:LUX LV:LVA LY:LBY MA:MAR MC:MCO
MD:MDA ME:MNE MF:MAF MG:MDG MH:MHL MK:MKD ML:MLI MM:MMR MN:MNG MO:MAC MP:MNP MQ:MTQ MR:MRT MS:MSR MT:MLT MU:MUS MV:MDV MW:MWI MX:MEX MY:MYS
MZ:MOZ NA:NAM NC:NCL NE:NER NF:NFK NG:NGA NI:NIC NL:NLD NO:NOR NP:NPL NR:NRU NU:NIU NZ:NZL OM:OMN PA:PAN PE:PER PF:PYF PG:PNG PH:PHL PK:PAK
PL:POL PM:SPM PN:PCN PR:PRI PS:PSE PT:PRT PW:PLW PY:PRY QA:QAT RE:REU RO:ROU RS:SRB RU:RUS RW:RWA SA:SAU SB:SLB SC:SYC SD:SDN SE:SWE SG:SGP
SH:SHN SI:SVN SJ:SJM SK:SVK SL:SLE SM:SMR SN:SEN SO:SOM SR:SUR SS:SSD ST:STP SV:SLV SX:SXM SY:SYR SZ:SWZ TC:TCA TD:TCD TF:ATF TG:TGO TH:THA
TJ:TJK TK:TKL TL:TLS TM:TKM TN:TUN TO:TON TR:TUR TT:TTO TV:TUV TW:TWN TZ:TZA UA:UKR UG:UGA UM:UMI US:USA UY:URY UZ:UZB VA:VAT VC:VCT VE:VEN
VG:VGB VI:VIR VN:VNM VU:VUT WF:WLF WS:WSM XK:XKK YE:YEM YT:MYT ZA:ZAF ZM:ZMB ZW:ZWE`
  .split(/\s/)
  .map((pair) => pair.split(':') as [string, string]);

/** As Google knows what it cannot place. */
const unknown = 'zzz';
const byCode = new Map(codes.flatMap(([two, three]) => [two, three].map((code) => [code.toLowerCase(), three.toLowerCase()] as const)));

/** ISO 3166-1 alpha-3, lower case, of a code of two or three letters; undefined where it is none. */
export function countryCode(code: string): string | undefined {
  const lower = code.toLowerCase();
  return lower === unknown ? unknown : byCode.get(lower);
}

/** Those that Search Console speaks. */
const languages =
  'en de fr es it pt pt-BR ja nl pl ru tr zh-Hans zh-Hant ko sv da nb fi cs hu ro el he ar uk vi th id hi bg hr sk sl sr lt lv et fil ms ca fa'.split(
    ' ',
  );

const plain = (name: string): string => name.normalize('NFKC').toLowerCase().replaceAll('’', "'").replace(/\s+/g, ' ').trim();

/** The names of all countries in a language, with their codes. At first a language takes 1 to 4 ms, and the very first 30. */
const namesOf = remembered((language) => {
  const styles = (['long', 'short'] as const).map((style) => new Intl.DisplayNames(language, { type: 'region', style }));
  return new Map(codes.flatMap(([two, three]) => styles.map((style) => [plain(style.of(two) ?? two), three.toLowerCase()] as const)));
});

function remembered(namesIn: (language: string) => ReadonlyMap<string, string>): (language: string) => ReadonlyMap<string, string> {
  const known = new Map<string, ReadonlyMap<string, string>>();
  return (language) => {
    const names = known.get(language) ?? namesIn(language);
    known.set(language, names);
    return names;
  };
}

/** The countries' codes (ISO 3166-1 alpha-3, lower case) by their names, if most of them are names of countries in one language. */
export async function countriesNamed(
  names: readonly string[],
  turn: () => Promise<void>,
): Promise<ReadonlyMap<string, string> | undefined> {
  if (names.length > codes.length) return undefined;
  const sample = names.slice(0, 20).map(plain);
  let best: { count: number; known: ReadonlyMap<string, string> } | undefined;
  for (const language of languages) {
    await turn();
    const known = namesOf(language);
    const count = sample.filter((name) => known.has(name)).length;
    if (count > (best?.count ?? 0)) best = { count, known };
    if (count === sample.length) break;
  }
  if (!best || best.count < sample.length * 0.7) return undefined;
  const { known } = best;
  return new Map(
    names.flatMap((name) => [[name, known.get(plain(name))] as const]).filter((pair): pair is [string, string] => pair[1] !== undefined),
  );
}
