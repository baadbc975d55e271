/** What Search Console calls the three devices, in the languages that it speaks; the first words of each are enough. */
const devices: Readonly<Record<string, RegExp>> = {
  tablet:
    /tab+l?et|tabulk|планшет|タブレット|태블릿|平板|平板电脑|平板電腦|แท็บเล็ต|máy tính bảng|الجهاز اللوحي|جهاز لوحي|أجهزة لوحية|טאבלט|τάμπλετ|táblagép|टैबलेट/iu,
  mobile:
    /mobil|móvil|mobile|cellulare|telemóvel|celular|smartphone|handy|cep telefon|komórk|мобил|мобіл|モバイル|携帯|휴대|모바일|手机|行動|移动|มือถือ|di động|الجوّال|جوّال|الجوال|جوال|נייד|κινητ|puhelin|seluler|ponsel|matkapuh|मोबाइल/iu,
  desktop:
    /desktop|computer|ordinateur|ordenador|escritorio|komput|počítač|számítógép|asztali|pc|компьютер|комп['’ʼ]ютер|パソコン|デスクトップ|데스크톱|电脑|桌面|桌機|電腦|桌上型|เดสก์ท็อป|máy tính|سطح المكتب|مكتب|מחשב|υπολογιστ|tietokone|skrivbord|dator|bilgisayar|masaüstü|birou|डेस्कटॉप/iu,
};

/** `desktop`, `mobile` or `tablet`; undefined for what names no device. */
export function deviceNamed(name: string): string | undefined {
  if (name.length > 30) return undefined;
  return Object.keys(devices).find((device) => devices[device]!.test(name));
}

/** The heading of the table by search appearance, which holds words as the one of queries does. */
export const isAppearance = (heading: string): boolean =>
  /appearance|darstellung|apparence|aspecto|apariencia|aparición|aspetto|aparência|aspeto|見え方|weergave|wygląd|вид в|представление в|görünüm|外观|外觀|显示方式|모양|노출|utseende|udseende|ulkoasu|vzhled|megjelenés|aspect|εμφάνιση|הופעה|מראה|المظهر|вигляд|giao diện|xuất hiện|รูปแบบ|ลักษณะ|tampilan|penampilan/iu.test(
    heading,
  );

/** Whether words of a comparison, in any language, may mean other days than those just before: they name a year, or days. */
export const namesOtherDays = (words: string): boolean =>
  /\d[./-]\d|(?:19|20)\d\d|year|jahr|année|\ban\b|año|anno|\bano\b|jaar|\brok|roč|год|рік|рок|yıl|年|년|(?<!\p{L})år|vuo|\bév|έτος|έτους|שנה|سنة|عام|ปี|tahun|năm|वर्ष/iu.test(
    words,
  );

/** Whether it is the search type web, the only one of which figures are kept. */
export const isWeb = (value: string): boolean =>
  /^(?:web|webb|www|ウェブ|웹|网页|网络|網頁|網路|веб|в интернете|интернет|ιστός|الويب|ويب|אינטרנט|רשת|เว็บ|वेब|sieć|internet|verkko|nettet|nett|weben|web'de|tìm kiếm trên web)$/iu.test(
    value.trim(),
  );
