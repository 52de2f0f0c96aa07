// Every word about what leaves the journal: exports and receipts.
import { counted } from '../../../contract/counted.ts'

export const exportStrings = {
  export: {
    open: 'Export…',
    title: 'Export',
    close: 'Close',
    all: 'All rows, oldest first, with secrets redacted.',
    fitting: 'The rows that match this query, oldest first, with secrets redacted:',
    format: 'Format',
    formats: {
      jsonl: 'JSON lines',
      csv: 'Table (CSV)',
      otel: 'OpenTelemetry spans',
      proof: 'Signed, with proof',
    },
    notes: {
      jsonl: 'One row per line, with the hashes that link it to the previous row.',
      csv: 'For a spreadsheet. Formulas are turned into text.',
      otel: 'One call per line, in OTLP/JSON, with attribute names of the draft GenAI conventions.',
      proof:
        'Anyone can check the file without Gatehouse: that no row was changed, removed or added.',
    },
    hides: 'Hide',
    hiding: {
      nothing: 'Hide nothing',
      content: 'Hide content: arguments, paths, texts',
      people: 'Hide content, and who made the calls',
    },
    write: 'Export',
    busy: (n: string) => `${counted(n, 'row')} written…`,
    done: (n: string) =>
      `${counted(n, 'row')} exported to the file you chose, or to your downloads.`,
    stop: 'Stop',
  },
  receipt: {
    open: 'Receipt…',
    title: 'Receipt',
    close: 'Close',
    about:
      'A receipt signs every row without showing its content. It proves later that none was changed.',
    ofWhat: 'Receipt of',
    of: { call: 'This call', run: 'The whole run' },
    id: 'Id',
    rows: 'Rows',
    from: 'From',
    until: 'Until',
    root: 'Root',
    fingerprint: 'Key fingerprint',
    howToCheck: 'Anyone who gets the file checks it with Node and the verifier:',
    check: 'node verify-export.mjs FILE FINGERPRINT',
    otherWay: 'Send the fingerprint another way than the file.',
    verifier: 'Save verifier',
    save: 'Save receipt',
  },
}
