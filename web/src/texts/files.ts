/** Dropping and uploading files. */
export const files = {
  choose: (several: boolean) => (several ? 'Choose files' : 'Choose a file'),
  uploading: (name: string) => `Uploading ${name}`,
  uploaded: (name: string) => `${name} is stored`,
  refused: (name: string) => `${name} was not taken`,
  tooLarge: (megabytes: number) => `It is larger than ${megabytes} MB.`,
  justStored: 'Just stored',
  otherDigest: 'What was stored is not what this machine has sent: upload it again.',
  drop: (several: boolean) => (several ? 'Drop documents here' : 'Drop a document here'),
  dropHint: 'PDF, JPEG or PNG, up to 10 MB each',
  uploads: 'Uploads',
  digest: 'SHA-256',
  preview: 'Preview',
  closePreview: 'Close the preview',
} as const;
