/** Lengths on the page, in points. */
export const LEFT = 56;
const RIGHT = 539;
export const WIDTH = RIGHT - LEFT;
/** Where columns begin. */
export const COLUMNS = { quantity: LEFT, description: 140, unitPrice: 320, sum: 430 } as const;
const ROW = 18;

/** Draws the invoice table downward from the current position. */
export interface InvoiceTable {
  row(cells: readonly [quantity: string, description: string, unitPrice: string, sum: string], font: string): void;
  total(label: string, sum: string, font: string): void;
  rule(): void;
}

export function createTable(pdf: PDFKit.PDFDocument): InvoiceTable {
  const cell = (text: string, from: number, to: number, align: 'left' | 'right') => {
    pdf.text(text, from, pdf.y, { width: to - from, align, lineBreak: false });
  };
  const line = (font: string, draw: () => void) => {
    const { y } = pdf;
    pdf.font(font);
    draw();
    pdf.x = LEFT;
    pdf.y = y + ROW;
  };
  return {
    row: ([quantity, description, unitPrice, sum], font) =>
      line(font, () => {
        const { y } = pdf;
        const cells = [
          () => cell(quantity, COLUMNS.quantity, COLUMNS.description, 'left'),
          () => cell(description, COLUMNS.description, COLUMNS.unitPrice, 'left'),
          () => cell(unitPrice, COLUMNS.unitPrice, COLUMNS.sum, 'right'),
          () => cell(sum, COLUMNS.sum, RIGHT, 'right'),
        ];
        for (const draw of cells) {
          pdf.y = y;
          draw();
        }
      }),
    total: (label, sum, font) =>
      line(font, () => {
        const { y } = pdf;
        cell(label, COLUMNS.description, COLUMNS.sum, 'right');
        pdf.y = y;
        cell(sum, COLUMNS.sum, RIGHT, 'right');
      }),
    rule: () => {
      pdf.moveTo(LEFT, pdf.y).lineTo(RIGHT, pdf.y).lineWidth(0.5).stroke();
      pdf.y += 6;
    },
  };
}
