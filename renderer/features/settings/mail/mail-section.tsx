// Where the mail and the calendars of the person are, for the tools that work with them.
import type { AppState } from '../../../../contract/ipc/app-state.ts'
import { ChoiceField } from '../choice-field.tsx'
import { SavedField } from '../saved-field.tsx'
import { SettingsPart } from '../settings-part.tsx'
import css from '../settings-screen.module.css'
import { filesText, hoursText, readFiles, readHours, readWords } from './calendar-draft.ts'
import { mailStrings as strings } from './strings.ts'

type Mail = AppState['mail']
type Calendar = AppState['calendar']

export function MailSection({
  mail,
  calendar,
}: {
  readonly mail: Mail
  readonly calendar: Calendar
}) {
  return (
    <SettingsPart topic="mail" title={strings.title} text={strings.text}>
      <ChoiceField
        label={strings.mail}
        value={mail.provider}
        names={strings.providers}
        patch={(provider) => ({ services: { mail: { provider } } })}
      />
      {mail.provider === 'gmail' ? (
        <p className={css.hint}>{strings.google}</p>
      ) : (
        <MailServerFields mail={mail} />
      )}
      <ChoiceField
        label={strings.calendar}
        value={calendar.provider}
        names={strings.calendars}
        patch={(provider) => ({ services: { calendar: { provider } } })}
      />
      <CalendarFields calendar={calendar} />
    </SettingsPart>
  )
}

/** Empty is not set. */
const orNull = (text: string): string | null => (text.trim() === '' ? null : text.trim())

function MailServerFields({ mail }: { readonly mail: Mail }) {
  return (
    <>
      <SavedField
        label={strings.imap}
        hint={strings.usualPort(993, 143)}
        value={mail.imap ?? ''}
        placeholder={strings.examples.server}
        mono
        patch={(text) => ({ services: { mail: { imap: orNull(text) } } })}
      />
      <SavedField
        label={strings.smtp}
        hint={strings.usualPort(465, 587)}
        value={mail.smtp ?? ''}
        placeholder={strings.examples.server}
        mono
        patch={(text) => ({ services: { mail: { smtp: orNull(text) } } })}
      />
      <SavedField
        label={strings.user}
        value={mail.user ?? ''}
        placeholder={strings.notSet}
        patch={(text) => ({ services: { mail: { user: orNull(text) } } })}
      />
      <SavedField
        label={strings.from}
        value={mail.from ?? ''}
        placeholder={strings.examples.address}
        patch={(text) => ({ services: { mail: { from: orNull(text) } } })}
      />
      <p className={css.hint}>{strings.password}</p>
    </>
  )
}

function CalendarFields({ calendar }: { readonly calendar: Calendar }) {
  return (
    <>
      {calendar.provider === 'google' ? null : (
        <SavedField
          label={strings.files}
          hint={strings.filesHint}
          value={filesText(calendar.files)}
          placeholder={strings.examples.file}
          mono
          check={(text) => (readFiles(text) === null ? strings.bad.files : null)}
          patch={(text) => ({ services: { calendar: { files: readFiles(text) ?? [] } } })}
        />
      )}
      <SavedField
        label={strings.zone}
        hint={strings.zoneHint}
        value={calendar.zone ?? ''}
        placeholder={strings.examples.zone}
        patch={(text) => ({ services: { calendar: { zone: orNull(text) } } })}
      />
      <SavedField
        label={strings.hours}
        hint={strings.hoursHint}
        value={hoursText(calendar.workingHours)}
        usual="09:00–17:00"
        check={(text) => (readHours(text) === null ? strings.bad.hours : null)}
        patch={(text) => ({ services: { calendar: { workingHours: readHours(text) ?? {} } } })}
      />
      <SavedField
        label={strings.softWords}
        hint={strings.softWordsHint}
        value={calendar.softWords.join(', ')}
        usual="focus, hold, tentative"
        check={(text) => (readWords(text) === null ? strings.bad.softWords : null)}
        patch={(text) => ({ services: { calendar: { softWords: [...(readWords(text) ?? [])] } } })}
      />
    </>
  )
}
