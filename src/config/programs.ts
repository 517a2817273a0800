import type { SliceName } from './slices';

/** The parts of the configuration that each program reads as it starts; tests compare what installations pass to it. */
export const programs = {
  worker: [
    'bank',
    'documents',
    'worker',
    'log',
    'clock',
    'reads',
    'words',
    'payouts',
    'records',
    'schedules',
    'stalls',
    'authority',
    'signing',
    'freshLogins',
    'encryption',
  ],
  webhooks: ['webhooks', 'log', 'encryption'],
  desk: ['desk', 'database', 'documents', 'signing', 'authorityMode', 'log', 'encryption'],
  codec: ['codec', 'log', 'encryption'],
  'audit-signer': ['database', 'auditSigner', 'auditExport', 'log'],
  retention: ['database', 'auditKey', 'documents', 'retention', 'log'],
} as const satisfies Readonly<Record<string, readonly SliceName[]>>;
