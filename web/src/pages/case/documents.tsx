import { Button } from '@mantine/core';
import type { CasePage, StoredDocument } from '../../../../src/desk/contract';
import { addressOf } from '../../api/client';
import { UploadArea } from '../../commands/upload-area';
import { shortDigest, spoken } from '../../format/words';
import { Badge, Card, type Tone } from '../../parts/frames';
import { Instant } from '../../parts/instant';
const CHECKLIST_STATES = {
  required: 'required',
  missing: 'missing',
  uploading: 'on its way to the bank',
  uploaded: 'with the bank',
  rejected: 'rejected',
} as const;

interface DocumentsProps {
  readonly shown: CasePage;
  /** The digest of the document that is in preview. */
  readonly preview: string | undefined;
  readonly onShow: (view: { do?: string; document?: string }) => void;
}

type Item = CasePage['checklist'][number];

const TONES: Readonly<Record<Item['status'], Tone>> = {
  required: 'plain',
  missing: 'attention',
  uploading: 'info',
  uploaded: 'good',
  rejected: 'danger',
};

/** The checklist, what was uploaded, and where more is dropped. */
export function Documents({ shown, preview, onShow }: DocumentsProps) {
  const { kind, reference, checklist, documents } = shown;
  const handIns = shown.commands.filter(
    ({ allowed, fields }) => allowed && fields.some((field) => field.kind === 'document'),
  );
  if (checklist.length === 0 && documents.length === 0 && handIns.length === 0) return null;
  const actions = ({ sha256 }: StoredDocument) => (
    <span className="row">
      <span className="small soft">Use it for:</span>
      {handIns.map(({ name, summary }) => (
        <Button key={name} size="xs" variant="light" onClick={() => onShow({ do: name, document: sha256 })}>
          {summary}
        </Button>
      ))}
    </span>
  );
  return (
    <Card title="Documents">
      <div className="stack">
        <Checklist checklist={checklist} />
        {handIns.length > 0 && <UploadArea target={{ kind, reference }} actions={actions} />}
        {documents.length > 0 && <h3>Stored at the desk</h3>}
        <ul className="list" aria-label="Stored at the desk">
          {documents.map((document) => (
            <li key={document.sha256}>
              <span className="grow">
                {document.contentType.split('/')[1]?.toUpperCase()}{' '}
                <span className="digest">{shortDigest(document.sha256)}</span>
                <span className="second soft small">
                  <Instant at={document.uploadedAt} />
                </span>
              </span>
              <Button size="xs" variant="default" onClick={() => onShow({ document: document.sha256 })}>
                Preview
              </Button>
              {actions(document)}
            </li>
          ))}
        </ul>
        {preview !== undefined && <Preview shown={shown} sha256={preview} onClose={() => onShow({})} />}
      </div>
    </Card>
  );
}

const Checklist = ({ checklist }: { readonly checklist: readonly Item[] }) =>
  checklist.length === 0 ? (
    <p className="soft">The checklist is known once the bank has asked for documents.</p>
  ) : (
    <ul className="list" aria-label="Checklist">
      {checklist.map(({ item, status, reason }) => (
        <li key={item}>
          <span className="grow">
            {spoken(item)}
            {reason !== undefined && <span className="second soft small break">{reason}</span>}
          </span>
          <Badge tone={TONES[status]}>{CHECKLIST_STATES[status]}</Badge>
        </li>
      ))}
    </ul>
  );

interface PreviewProps {
  readonly shown: CasePage;
  readonly sha256: string;
  readonly onClose: () => void;
}

function Preview({ shown: { kind, reference, documents }, sha256, onClose }: PreviewProps) {
  const address = addressOf('/api/cases/:kind/:reference/documents/:sha256', {
    params: { kind, reference, sha256 },
  });
  const isPicture = documents.find((one) => one.sha256 === sha256)?.contentType !== 'application/pdf';
  return (
    <section className="stack tight" aria-label={`Preview of the document ${shortDigest(sha256)}`}>
      <div className="row spread">
        <a href={address} target="_blank" rel="noreferrer">
          Open it in a tab of its own
        </a>
        <Button size="xs" variant="default" onClick={onClose}>
          Close the preview
        </Button>
      </div>
      {/* A frame with this attribute lets no viewer for PDF in; the policy that the desk sends with it is a sandbox as well. */}
      <iframe
        className="preview"
        title={`Preview of the document ${shortDigest(sha256)}`}
        src={address}
        {...(isPicture ? { sandbox: '' } : {})}
      />
    </section>
  );
}
