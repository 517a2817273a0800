import { Anchor, Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { CasePage, StoredDocument } from '../../../../src/desk/contract';
import { addressOf } from '../../api/client';
import { documentQuery } from '../../api/queries';
import { useSession } from '../../api/session';
import { Dialog } from '../../commands/form-dialog';
import { UploadArea } from '../../commands/upload-area';
import { spoken } from '../../format/words';
import { Badge, Card, type Tone } from '../../parts/frames';
import { Instant } from '../../parts/instant';
import { Loaded } from '../../parts/loaded';
import { commandFor, handInsAmong, HandInRow } from './hand-in';

interface DocumentsProps {
  readonly shown: CasePage;
  /** The digest of the document in preview. */
  readonly preview: string | undefined;
  readonly onShow: (view: { do?: string; document?: string }) => void;
}

type Item = CasePage['checklist'][number];

const useMayLook = (): boolean => useSession().data?.mayUse.includes('document') ?? false;

/** The tone and the words of each status. */
const STATES: Readonly<Record<Item['status'], readonly [Tone, string]>> = {
  required: ['plain', 'required'],
  missing: ['attention', 'missing'],
  uploading: ['info', 'on its way to the bank'],
  uploaded: ['good', 'with the bank'],
  rejected: ['danger', 'rejected'],
};

/** The checklist, the uploaded documents, and an area to drop more. */
export function Documents({ shown, preview, onShow }: DocumentsProps) {
  const { kind, reference, checklist, documents } = shown;
  const [fresh, setFresh] = useState<readonly string[]>([]);
  // Leaves out documents in the checklist or among this page's uploads.
  const others = documents.filter(
    ({ sha256 }) => !fresh.includes(sha256) && !checklist.some((row) => row.sha256 === sha256),
  );
  const handIns = handInsAmong(shown.commands);
  const mayLook = useMayLook();
  if (checklist.length === 0 && documents.length === 0 && handIns.length === 0) return null;
  const actions = ({ sha256 }: StoredDocument) =>
    handIns.length > 0 && (
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
        <Checklist shown={shown} onShow={onShow} />
        {handIns.length > 0 && (
          <UploadArea
            target={{ kind, reference }}
            actions={actions}
            onStored={({ sha256 }) => setFresh((all) => [...all, sha256])}
          />
        )}
        {documents.length > 0 && !mayLook && (
          <p className="soft">Officers and supervisors see the documents.</p>
        )}
        {others.length > 0 && <h3>Other documents at the desk</h3>}
        <ul className="list" aria-label="Other documents at the desk">
          {others.map((document) => (
            <li key={document.sha256}>
              <span className="grow">
                <span className="break">{document.name}</span>
                <span className="second soft small">
                  <Instant at={document.uploadedAt} isReal />
                </span>
              </span>
              {mayLook && (
                <Button size="xs" variant="default" onClick={() => onShow({ document: document.sha256 })}>
                  Preview
                </Button>
              )}
              {actions(document)}
            </li>
          ))}
        </ul>
        {preview !== undefined && <Preview shown={shown} sha256={preview} onClose={() => onShow({})} />}
      </div>
    </Card>
  );
}

const Checklist = ({ shown, onShow }: Pick<DocumentsProps, 'shown' | 'onShow'>) =>
  shown.checklist.length === 0 ? (
    <p className="soft">The checklist is known once the bank has asked for documents.</p>
  ) : (
    <ul className="list" aria-label="Checklist">
      {shown.checklist.map((row) => (
        <HandInRow key={row.item} shown={shown} item={row.item} command={commandFor(shown, row)}>
          <ChecklistRow row={row} documents={shown.documents} onShow={onShow} />
        </HandInRow>
      ))}
    </ul>
  );

interface ChecklistRowProps extends Pick<DocumentsProps, 'onShow'> {
  readonly row: Item;
  readonly documents: CasePage['documents'];
}

const ChecklistRow = ({ row: { item, status, reason, sha256 }, documents, onShow }: ChecklistRowProps) => {
  const [tone, words] = STATES[status];
  const mayLook = useMayLook();
  return (
    <>
      <span className="grow">
        {spoken(item)}
        {reason !== undefined && <span className="second soft small break">{reason}</span>}
        {documents
          .filter((document) => document.sha256 === sha256)
          .map(({ name }) =>
            mayLook ? (
              <Anchor
                key={name}
                component="button"
                className="second small break"
                onClick={() => onShow({ document: sha256 ?? '' })}
              >
                {name}
              </Anchor>
            ) : (
              <span key={name} className="second small break">
                {name}
              </span>
            ),
          )}
      </span>
      <Badge tone={tone}>{words}</Badge>
    </>
  );
};

interface PreviewProps {
  readonly shown: CasePage;
  readonly sha256: string;
  readonly onClose: () => void;
}

function Preview({ shown: { kind, reference, documents }, sha256, onClose }: PreviewProps) {
  const { name = 'a document', contentType } = documents.find((one) => one.sha256 === sha256) ?? {};
  const address = addressOf('/api/cases/:kind/:reference/documents/:sha256', {
    params: { kind, reference, sha256 },
  });
  const query = useQuery(documentQuery(address));
  const isPicture = contentType !== 'application/pdf';
  return (
    <Dialog title={`Preview of ${name}`} size="xl" onClose={onClose}>
      <div className="row spread">
        <a href={address} target="_blank" rel="noreferrer">
          Open it in a tab of its own
        </a>
        <Button size="xs" variant="default" onClick={onClose}>
          Close the preview
        </Button>
      </div>
      <Loaded query={query} what="The document">
        {() => (
          // The attribute would block PDF viewers; the policy that the desk sends is a sandbox as well.
          <iframe
            className="preview"
            title={`Preview of ${name}`}
            src={address}
            {...(isPicture ? { sandbox: '' } : {})}
          />
        )}
      </Loaded>
    </Dialog>
  );
}
