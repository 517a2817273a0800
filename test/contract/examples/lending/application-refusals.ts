import { refusal, type Example, type Subject } from '../example';
import { id } from '../samples';

/** What every operation on one application answers when there is no such application. */
export const ofUnknownApplication = (subject: Subject): Example =>
  refusal(subject, 'says that an application does not exist', [400, 'Application not found'], {
    given: 'nothing',
    send: {
      ...subject.send,
      line: subject.send.line.replace(id.application, id.unknown) as Subject['send']['line'],
      params: { applicationId: id.unknown },
    },
  });

/** What most of them answer before the application has its internal number. */
export const beforeRegistration = (subject: Subject): Example =>
  refusal(subject, 'asks to wait for the registration', [422, 'Application has no loan ID'], {
    given: 'a new application',
  });
