import { localeOf } from '@silla/locale'
import { addDays, createFormat, Failure, type Format } from '@silla/widget/shared'
import { html, nothing, render, type TemplateResult } from 'lit/html.js'
import { type Api, createApi } from '../api/api.ts'
import type { Session } from '../api/session.ts'
import { openBooking } from '../dialogs/open-piece.ts'
import { calm } from '../host/calm.ts'
import { type Catalog, catalogOf, loadCatalog, type Professional } from '../host/catalog.ts'
import type { Dialog, Host, NoticeAction, Query, View } from '../host/host.ts'
import type { Place, ViewName } from '../host/place.ts'
import { ownKeys } from '../host/shortcuts.ts'
import { dateIn } from '../host/when.ts'
import { keepPage, storedPage, wipe } from '../offline/offline-store.ts'
import { registerWorker } from '../offline/register-worker.ts'
import type { Texts } from '../text/es.ts'
import { type Language, pageLanguage } from '../text/language.ts'
import { loadTexts } from '../text/load-texts.ts'
import { AgendaSource } from '../views/agenda-source.ts'
import { Beginning } from './beginning.ts'
import { Dialogs } from './dialogs.ts'
import { frame } from './frame.ts'
import { findFocus, keepFocus } from './keep-focus.ts'
import { Live } from './live.ts'
import { Notices } from './notices.ts'
import { Router } from './router.ts'
import { ServerClock } from './server-clock.ts'
import { signInUrl } from './sign-in.ts'
import { loadView } from './views.ts'

const minuteMilliseconds = 60_000

/** The page: what is shown, who is signed in, messages and dialogs. */
export class App implements Host {
  readonly language: Language = pageLanguage()
  readonly api: Api = createApi({
    language: this.language,
    onSessionEnd: ({ code }) => this.#endSession(code === 'SESSION_LOCKED'),
    onRefusedRight: () => void this.#readRights(),
    onAnswer: () => {
      // a view that is not kept says nothing of what is
      if (this.storedAt !== null) this.setStoredAt(null)
    },
    shownSalon: () => this.session?.negocio.negocio_id ?? null,
  })
  text!: Texts
  format!: Format
  session!: Session
  catalog!: Catalog
  busy = false
  storedAt: string | null = null

  readonly #root: HTMLElement
  readonly #router = new Router(() => this.#showPlace(), {
    mayLeave: (leave) => this.#mayLeave(leave),
    closesDialog: () => {
      const isOpen = this.#dialogs.open.length > 0
      this.leaveDialog()
      return isOpen
    },
  })
  readonly #clock = new ServerClock()
  readonly #notices = new Notices(this)
  readonly #dialogs = new Dialogs(this)
  readonly #beginning = new Beginning(this)
  readonly #live = new Live({
    changed: () => this.changed(),
    // a right may have been taken away, and the clock of the device set
    closed: () => this.load(() => this.readSession()).then(() => this.changed()),
  })
  #view: View | null = null
  #shown: ViewName | null = null
  #status = ''
  /** The session has ended while the page was open. */
  #isSignedOut = false
  #isReady = false
  /** What was open when the task of `attempt` began: it may close these, and no others. */
  #attempted: Dialog[] | null = null
  #update: Promise<void> | null = null
  /** A dialog, since it was rendered last: what had the focus before may be gone. */
  #hasClosed = false

  constructor(root: HTMLElement) {
    this.#root = root
  }

  get place(): Place {
    return this.#router.place
  }

  get person() {
    return this.session.persona
  }

  get salon() {
    return this.session.negocio
  }

  get updateComplete(): Promise<void> {
    return this.#update ?? Promise.resolve()
  }

  now = (): Date => this.#clock.now()
  href = (view: ViewName, query?: Query): string => this.#router.href(view, query)
  may = (permission: string): boolean =>
    this.person.permisos.includes(permission) &&
    (this.storedAt === null || permission.startsWith('agenda.'))
  setStoredAt = (at: string | null): void => {
    this.storedAt = at
    this.requestUpdate()
  }
  today = (): string => dateIn(this.now(), this.catalog.timeZone)
  ownProfessional = (): number | null => this.person.peluquero_id
  professionals = (): readonly Professional[] =>
    this.catalog.professionals.filter(
      ({ id }) => this.may('agenda.todas') || id === this.ownProfessional(),
    )
  go = (view: ViewName, query?: Query, options?: { replace?: boolean }): void =>
    this.#router.go(view, query, options)

  async start(): Promise<void> {
    const texts = loadTexts(this.language)
    if (isPhone() && this.place.view === 'dia')
      this.go('lista', Object.fromEntries(this.place.query), { replace: true })
    const view = loadView(this.place.view)
    this.text = await texts
    addEventListener('keydown', (event) => this.#onKey(event))
    addEventListener('online', () => {
      this.#notices.retry()
      if (this.storedAt !== null) void this.changed()
    })
    addEventListener('beforeunload', (event) => {
      if (this.#view?.isDirty) event.preventDefault()
    })
    addEventListener('unhandledrejection', (event) => this.#onRejection(event))
    await this.load(() => this.#prepare(view))
  }

  async #prepare(view: Promise<unknown>): Promise<void> {
    const parts = Promise.all([loadCatalog(this.api), this.readSession(), view])
    this.catalog = await parts.then(
      ([catalog]) => catalog,
      (error) => this.#storedCatalog(error),
    )
    const { catalog } = this
    this.format = createFormat(localeOf(this.language, catalog.country), catalog.currency)
    this.#isReady = true
    await this.#showPlace()
    void this.#openNamedVisit()
    this.#live.start()
    this.#followClock()
    if (this.storedAt !== null) return
    void this.load(() => this.#beginning.start())
    if (agendasOf(this.session).length === 0) {
      await wipe()
      return
    }
    await this.#keepForLater()
    await calm(window)
    await Promise.allSettled([loadView('dia'), loadView('lista')])
    await registerWorker()
  }

  /** A link of an email names a visit (`visitUrl`): its day is shown, and the visit above it. */
  async #openNamedVisit(): Promise<void> {
    const id = Number(this.place.query.get('cita'))
    if (!(id > 0)) return
    await this.load(async () => {
      const visit = await this.api.call((silla) =>
        silla.GET('/api/v1/reservas/{id}/', { params: { path: { id } } }),
      )
      this.go(this.place.view, { fecha: visit.fecha }, { replace: true })
      await openBooking(this, visit)
    })
  }

  /** Each minute the present goes on and more are late; after midnight today is another day. */
  #followClock(): void {
    const today = this.today()
    setTimeout(
      () => {
        this.#followClock()
        if (this.today() === today) this.requestUpdate()
        else void this.#beginDay()
      },
      minuteMilliseconds - (this.now().getTime() % minuteMilliseconds),
    )
  }

  async #beginDay(): Promise<void> {
    await this.changed()
    if (this.storedAt === null && agendasOf(this.session).length > 0) await this.#keepForLater()
  }

  /** Without a connection: what the device has kept (D72). */
  async #storedCatalog(error: unknown): Promise<Catalog> {
    const isOffline = error instanceof Failure && error.code === 'OFFLINE'
    const kept = isOffline ? await storedPage() : null
    if (!kept) throw error
    const { session, aheadMilliseconds, ...parts } = kept.value
    this.session = session
    this.#clock.setAhead(aheadMilliseconds)
    this.storedAt = kept.at
    return catalogOf(parts)
  }

  /** For reading without a connection: what the page needs, and the agendas of today and tomorrow. */
  async #keepForLater(): Promise<void> {
    await calm(window)
    // the session has ended meanwhile, and what was on the device was wiped
    if (this.#isSignedOut) return
    const { session, catalog } = this
    const { services, professionals, country, currency, timeZone, mainLanguage } = catalog
    await keepPage(
      {
        ...{ session, services, professionals, country, currency, timeZone, mainLanguage },
        aheadMilliseconds: this.#clock.aheadMilliseconds,
      },
      this.now(),
    )
    const source = new AgendaSource(this)
    const days = [this.today(), addDays(this.today(), 1)]
    // what is shown does not wait for it, and says itself when there is no connection
    await Promise.allSettled(days.map((fecha) => source.read({ fecha })))
  }

  /** A file is missing: there is no connection, or the release of the API has other files. */
  #onRejection(event: PromiseRejectionEvent): void {
    const isImport =
      event.reason instanceof TypeError && /import|module/i.test(event.reason.message)
    if (!isImport) return
    event.preventDefault()
    const reload = { label: this.text.reload, run: () => location.reload() }
    void this.readSession().then(
      () => this.show(this.text.newRelease, [reload]),
      () => this.show(this.text.noConnection),
    )
  }

  /** Who is signed in, and the server's time. */
  async readSession(): Promise<void> {
    const sentAt = performance.now()
    const before = agendasOf(this.session)
    this.session = await this.api.session()
    this.#clock.set(this.session.ahora, sentAt)
    if (agendasOf(this.session).length >= before.length) return
    // what they may not see any more goes from the device, and from the screen when nothing is left
    await wipe()
    if (agendasOf(this.session).length === 0) location.reload()
  }

  async readCatalog(): Promise<void> {
    const [catalog] = await Promise.all([loadCatalog(this.api), this.readSession()])
    this.catalog = catalog
    const { country, currency } = this.catalog
    this.format = createFormat(localeOf(this.language, country), currency)
  }

  /** Whether what is shown can be left now; else somebody decides, and `leave` follows. */
  #mayLeave(leave: () => void): boolean {
    if (!this.#view?.isDirty) return true
    void import('../settings/leave-dialog.ts').then(({ LeaveDialog }) =>
      this.open(new LeaveDialog(this, leave)),
    )
    return false
  }

  /** A right was taken away since the session was read. */
  async #readRights(): Promise<void> {
    if (!this.#isReady) return
    await this.load(() => this.readSession())
    this.requestUpdate()
  }

  async #showPlace(): Promise<void> {
    if (!this.#isReady) return
    const { view } = this.place
    this.#dialogs.closeAll()
    this.#notices.dismiss()
    if (view !== this.#shown) {
      this.#view?.leave?.()
      const created = (await loadView(view))(this)
      // somebody has gone on meanwhile
      if (view !== this.place.view) return
      this.#view = created
      const isFirst = this.#shown === null
      this.#shown = view
      this.requestUpdate()
      void this.updateComplete.then(() => {
        // the menu scrolls sideways where it is narrow
        const link = this.#root.querySelector('.views [aria-current]')
        link?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
        if (!isFirst) this.#root.querySelector<HTMLElement>('#title')?.focus()
      })
    }
    await this.load(async () => this.#view?.load(), this.#view)
    this.requestUpdate()
  }

  async signOut(): Promise<void> {
    await this.attempt(async () => {
      await this.api.signOut()
      await wipe()
      location.assign(signInUrl(this.session.sesion.compartida, this.language, null))
    })
  }

  /** Before anything is shown the person signs in; later what they have typed stays in view. */
  #endSession(isLocked: boolean): void {
    void wipe()
    if (this.#isReady) {
      this.#isSignedOut = true
      this.announce(this.text.session.ended)
    } else location.replace(signInUrl(isLocked, this.language, location))
  }

  /** @param opened the dialogs that were open when it was first tried */
  async attempt(
    task: () => Promise<void>,
    refused?: (failure: Failure) => boolean,
    opened: readonly Dialog[] = this.#dialogs.open,
  ): Promise<void> {
    if (this.busy) return
    this.#notices.dismiss()
    this.busy = true
    this.requestUpdate()
    const retry = () => this.attempt(task, refused, opened)
    const dialog = opened.at(-1)
    this.#attempted = [...opened]
    const shown = (failure: Failure): boolean => {
      // somebody has closed the dialog that would show it
      const isGone = dialog !== undefined && !this.#dialogs.open.includes(dialog)
      return (refused?.(failure) ?? false) && !isGone
    }
    await this.#run(task, { refused: shown, retry }).finally(() => {
      this.busy = false
      this.#attempted = null
      this.requestUpdate()
    })
  }

  /** @param read what it reads, when that may be read again before it has succeeded */
  load(task: () => Promise<void>, read: unknown = task): Promise<void> {
    return this.#run(task, { read, retry: () => this.load(task, read) })
  }

  async #run(task: () => Promise<void>, { refused, retry, read }: Run): Promise<void> {
    try {
      await task()
    } catch (error) {
      if (!(error instanceof Failure)) {
        this.show(this.text.failed)
        throw error
      }
      if (this.#isSignedOut) return
      if (error.code === 'OTHER_SALON') return this.#offerOtherSalon(error)
      if (error.code === 'BUSINESS_MOVED') return this.#sayWhere(error)
      // a change that was not sent is not sent by itself later: its time may be somebody else's by then
      if (error.isTemporary && read === undefined)
        this.show(this.text.notSaved, [{ label: this.text.retry, run: () => void retry() }])
      else if (error.isTemporary) this.#notices.retryLater(error, read, retry)
      else if (!refused?.(error)) this.show(messageOf(error) || this.text.failed)
    }
  }

  /** Another window has gone on to another salon. What was typed stays in view. */
  #offerOtherSalon(error: Failure): void {
    void wipe()
    const reload = { label: this.text.reload, run: () => location.reload() }
    this.show(messageOf(error), [reload])
  }

  /** Another deployment serves the salon now: a session of here is good there, and nothing here is true. */
  #sayWhere(error: Failure): void {
    void wipe()
    this.show([messageOf(error), error.movedTo].join(' '))
  }

  async changed(): Promise<void> {
    const view = this.#view
    await Promise.all([
      this.load(async () => (view?.refresh ? view.refresh() : view?.load()), view),
      ...this.#dialogs.open.map((dialog) => this.load(async () => dialog.refresh?.(), dialog)),
    ])
    this.requestUpdate()
  }

  open(dialog: Dialog): void {
    // a second click while its file was loading
    if (this.#dialogs.open.at(-1)?.constructor === dialog.constructor) return
    this.#notices.dismiss()
    this.#dialogs.push(dialog)
    if (dialog.load)
      void this.load(async () => dialog.load?.(), dialog).then(() => this.requestUpdate())
  }

  close(dialog = this.#attempted ? this.#attempted.pop() : this.#dialogs.open.at(-1)): void {
    // somebody has closed it meanwhile: what they have opened since stays
    if (!dialog || !this.#dialogs.open.includes(dialog)) return
    this.#notices.dismiss()
    while (this.#dialogs.open.includes(dialog)) this.#dialogs.pop()
    this.#hasClosed = true
  }

  /** Escape, Back or its button. */
  leaveDialog(): void {
    this.#notices.dismiss()
    this.#dialogs.pop()
    this.#hasClosed = true
  }

  show(message: string, actions: readonly NoticeAction[] = []): void {
    this.#notices.show(message, actions)
  }

  dismiss(): void {
    this.#notices.dismiss()
  }

  announce(message: string): void {
    // an equal text would not be spoken again
    this.#status = this.#status === message ? `${message}\u00a0` : message
    this.requestUpdate()
  }

  requestUpdate(): void {
    this.#update ??= Promise.resolve().then(() => {
      this.#update = null
      document.title = this.#view ? `${this.#view.title} · Silla` : document.title
      keepFocus(this.#root, () => render(this.#content(), this.#root))
      if (this.#hasClosed) findFocus(this.#root)
      this.#hasClosed = false
      this.#dialogs.show(this.#root)
    })
  }

  #content(): TemplateResult {
    const notice = this.#notices.render()
    const status = html`<div class="hidden" role="status">${this.#status}</div>`
    if (!this.#isReady) return html`<main class="begin">${notice}</main>${status}`
    const { open } = this.#dialogs
    return html`${frame(this, {
      view: this.#view,
      notice: open.length === 0 ? notice : nothing,
      beginning: this.#beginning.render(),
      signedOut: this.#isSignedOut ? this.#signedOut() : nothing,
    })}
    ${this.#dialogs.render(notice)}${status}`
  }

  /** What is shown stays, because somebody may be in the middle of a sentence; nothing works. */
  #signedOut(): TemplateResult {
    return html`<div class="notice bar-notice" role="alert">
      <p>${this.text.session.ended}</p>
      <a class="secondary" href=${signInUrl(this.session.sesion.compartida, this.language, location)}>${this.text.session.signIn}</a>
    </div>`
  }

  #onKey(event: KeyboardEvent): void {
    if (this.#dialogs.open.length > 0 || !this.#isReady || !ownKeys(event)) return
    if (this.#view?.key?.(event)) event.preventDefault()
  }
}

interface Run {
  refused?: ((failure: Failure) => boolean) | undefined
  retry: () => Promise<void>
  /** What it reads; undefined: it changes something. */
  read?: unknown
}

/** Which agendas somebody may see: none before the session is read. */
const agendasOf = (session: Session | undefined): readonly string[] =>
  session?.persona.permisos.filter((permission) => permission.startsWith('agenda.')) ?? []

/** A phone begins with the list (D71): columns of a day are too narrow there. */
const isPhone = (): boolean => matchMedia('(max-width: 520px)').matches

/** Its message, and what is wrong with each field of the request. */
function messageOf({ message, refusal }: Failure): string {
  const problems = refusal?.detalles?.map(({ problema }) => problema) ?? []
  return [message, ...problems].join(' ')
}
