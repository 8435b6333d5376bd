import type { Failure, Format } from '@silla/widget/shared'
import type { TemplateResult } from 'lit/html.js'
import type { Api } from '../api/api.ts'
import type { Person, Salon } from '../api/session.ts'
import type { Texts } from '../text/es.ts'
import type { Language } from '../text/language.ts'
import type { Catalog, Professional } from './catalog.ts'
import type { Place, ViewName } from './place.ts'

/** What views and dialogs may use of the page they belong to. */
export interface Host {
  readonly api: Api
  readonly language: Language
  readonly text: Texts
  /** Dates, times and amounts, as the salon's country writes them in this language. */
  readonly format: Format
  /** Who is signed in, and what they may do. */
  readonly person: Person
  /** Where they are signed in. */
  readonly salon: Salon
  /** Services and their categories, the salon's country and currency. */
  readonly catalog: Catalog
  /** What the address names. */
  readonly place: Place
  /** The server's time: the clock of a tablet may be wrong by hours. */
  now(): Date
  /** Today in the salon. */
  today(): string
  /** Those who can be booked and whose agenda the person may see. */
  professionals(): readonly Professional[]
  /** Whose agenda is the person's own; null: nobody's. */
  ownProfessional(): number | null
  /** A request of `attempt` is running. */
  readonly busy: boolean

  /** Without a connection: when what is shown was read; null: just now. Nothing can be changed then. */
  readonly storedAt: string | null
  setStoredAt(at: string | null): void
  /** Whether the person has a permission (D65), such as `citas.gestionar`, and can use it now. */
  may(permission: string): boolean
  /** Shows another view or another day; `replace` leaves no entry in the history of the browser. */
  go(view: ViewName, query?: Query, options?: { replace?: boolean }): void
  /** The address of a view, for links. */
  href(view: ViewName, query?: Query): string
  /** Renders again, after a private field of a part has changed. */
  requestUpdate(): void
  /** Resolves when that is done. */
  readonly updateComplete: Promise<void>

  /** Opens a dialog above what is shown. */
  open(dialog: Dialog): void
  /**
   * Closes the topmost dialog; the focus returns to where it was. In a task of `attempt` that is the one that
   * was topmost when it began; nothing when somebody has closed it since.
   *
   * @param dialog one that closes itself, whatever is being attempted
   */
  close(dialog?: Dialog): void

  /**
   * Runs requests that change something, and what follows from them. While they run, `busy` is true and
   * a further call of `attempt` does nothing: a second click has no effect.
   *
   * A failure that may pass (no connection, 429, 5xx) is shown with a button that runs the same again.
   * Any other failure goes to `refused`; where that returns false, or is not given, the message of the
   * API is shown: in the topmost dialog, else above the view.
   */
  attempt(task: () => Promise<void>, refused?: (failure: Failure) => boolean): Promise<void>
  /** The same for reading: several may run, and `busy` is not concerned. */
  load(task: () => Promise<void>): Promise<void>
  /** Something of the salon has changed: what is shown is read again. */
  changed(): Promise<void>
  /** Reads `catalog` and `salon` again, after services, the team or another setting have changed. */
  readCatalog(): Promise<void>
  /** Shows a message with buttons that go on from there, and speaks it. */
  show(message: string, actions?: readonly NoticeAction[]): void
  /** Takes a message that `show` has shown away. */
  dismiss(): void
  /** Says something to screen readers. */
  announce(message: string): void
}

/** Parameters of the address; undefined and '' leave one out. */
export type Query = Readonly<Record<string, string | number | undefined>>

export interface NoticeAction {
  label: string
  run: () => void
}

/** A part of the page with an address of its own. */
export interface View {
  /** The heading of the page, and its title. */
  readonly title: string
  /** Reads what the address names. Called when it is shown, and whenever the address changes. */
  load(): Promise<void>
  /** Reads again what is shown, as something may have changed; default: `load`. */
  refresh?(): Promise<void>
  render(): TemplateResult
  /** A key that no field and no dialog uses, unless single-key shortcuts are off; true: done. */
  key?(event: KeyboardEvent): boolean
  /** Buttons beside the heading, such as those that turn the day. */
  toolbar?(): TemplateResult
  /** What somebody has typed and not saved: it is not left without a question. */
  readonly isDirty?: boolean
  /** It is not shown any more: what it has started ends. */
  leave?(): void
}

/** A dialog above a view. */
export interface Dialog {
  readonly title: string
  /** Reads what it shows. */
  load?(): Promise<void>
  /** Something of the salon has changed while it is open. */
  refresh?(): Promise<void>
  render(): TemplateResult
  /** A sheet at the side on wide screens; default: in the middle. */
  readonly isSheet?: boolean
  /** Enter in a field. */
  submit?(): void
}

export type ViewModule = { default: new (host: Host) => View }
