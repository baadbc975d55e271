const fanOut = 10;
const depth = 12;

/** A PDF of two kilobytes whose page draws a form that draws another ten times, and so on, twelve deep. */
export function nestedForms(): Buffer {
  const form = (index: number) => {
    const content = index === depth ? 'BT /F 9 Tf (a) Tj ET' : `/X${index + 1} Do `.repeat(fanOut);
    const resources = index === depth ? `/Font << /F ${depth + 5} 0 R >>` : `/XObject << /X${index + 1} ${index + 5} 0 R >>`;
    return `<< /Type /XObject /Subtype /Form /BBox [0 0 9 9] /Resources << ${resources} >> /Length ${content.length} >>\nstream\n${content}\nendstream`;
  };
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /XObject << /X1 5 0 R >> >> >>',
    '<< /Length 6 >>\nstream\n/X1 Do\nendstream',
    ...Array.from({ length: depth }, (_, index) => form(index + 1)),
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ];
  const body = objects.map((object, index) => `${index + 1} 0 obj\n${object}\nendobj\n`).join('');
  return Buffer.from(`%PDF-1.7\n${body}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\n%%EOF\n`, 'latin1');
}
