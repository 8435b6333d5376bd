import type { Failure } from '@silla/widget/shared'
import { fill } from '@silla/widget/shared'
import { html, nothing, type TemplateResult } from 'lit/html.js'
import type { Draft } from './draft.ts'
import { isEqual } from './draft.ts'
import { type Change, type Changed, type Plan, type Setting, sendChange } from './settings-api.ts'
import { type SettingsHost, textIn } from './settings-host.ts'

interface Options {
  /** The setting that was changed last, with what was typed over it. */
  draft(): Draft | null
  /** What a field says, for somebody who has to decide between two versions. */
  describe(name: string, value: unknown): { label: string; value: string }
  /** The setting as the draft has it, from what the API sends; default: the same. */
  parse?(setting: Setting): Setting
  /** Sends the same again, over the version of somebody else. */
  again(): void
}

interface Reviewed {
  /** After it was saved, before the page is read again. What it reads itself is not part of saving. */
  saved(results: readonly Changed[]): void
}

/**
 * Changes of settings on their way to the API: first they are planned, then somebody reads the plan, then
 * they are made. What the API refuses is shown where it belongs.
 */
export class Saving {
  readonly #settings: SettingsHost
  readonly #options: Options
  #failure: Failure | null = null
  #theirs: Setting | null = null
  /** Of the change that was sent last. */
  #path = ''

  constructor(settings: SettingsHost, options: Options) {
    this.#settings = settings
    this.#options = options
  }

  /** What is wrong with a field of the request. */
  problemOf = (field: string): string | null => this.#failure?.problemOf(field) ?? null

  /** The same, of one of several changes. */
  problemOn = (path: string, field: string): string | null =>
    path === this.#path ? this.problemOf(field) : null

  /** What is wrong with fields that begin so, such as `horarios[0]`. */
  problemIn(start: string): string | null {
    const details = this.#failure?.refusal?.detalles ?? []
    return details.find(({ campo }) => campo.startsWith(start))?.problema ?? null
  }

  forget(): void {
    this.#failure = null
    this.#theirs = null
  }

  /** Plans the changes, and shows what they do; saving is the next step. */
  review(changes: readonly Change[], { saved }: Reviewed): void {
    const { host } = this.#settings
    void host.attempt(
      async () => {
        this.forget()
        const plans: Plan[] = []
        for (const change of changes) {
          this.#path = change.path
          const { plan } = await sendChange(host, change, { simulated: true })
          learnNewName(this.#settings, change, plan)
          plans.push(plan)
        }
        const { PlanDialog } = await import('./plan-dialog.ts')
        host.open(
          new PlanDialog(this.#settings, {
            ...{ changes, plans, saved },
            refused: (failure) => this.refuse(failure),
          }),
        )
      },
      (failure) => this.refuse(failure),
    )
  }

  /** A change that takes nothing from anybody, such as another order. */
  saveNow(change: Change, { saved }: Reviewed): void {
    const { host } = this.#settings
    void host.attempt(
      async () => {
        this.forget()
        saved([await sendChange(host, change, { simulated: false })])
        host.requestUpdate()
      },
      (failure) => this.refuse(failure),
    )
  }

  /** @returns whether it is shown here */
  refuse(failure: Failure): boolean {
    const { code, refusal } = failure
    if (code === 'MANAGED_BY_FILE') {
      this.#settings.setReadOnly()
      return true
    }
    if (code === 'VERSION_CONFLICT' && refusal?.actual) {
      const actual = refusal.actual as unknown as Setting
      this.#theirs = this.#options.parse?.(actual) ?? actual
      this.#settings.host.announce(this.#settings.words.conflict.title)
      this.#settings.host.requestUpdate()
      return true
    }
    if (code !== 'VALIDATION_ERROR' || !refusal?.detalles?.length) return false
    this.#failure = failure
    const { host } = this.#settings
    host.announce(refusal.message)
    host.requestUpdate()
    void host.updateComplete.then(() =>
      document.querySelector<HTMLElement>('.settings [aria-invalid="true"]')?.focus(),
    )
    return true
  }

  /** Above a form: what somebody else has saved, and problems that belong to no field of it. */
  render(fields: readonly string[] = []): TemplateResult | typeof nothing {
    const elsewhere = (this.#failure?.refusal?.detalles ?? []).filter(
      ({ campo }) => !fields.some((field) => campo === field || campo.startsWith(`${field}.`)),
    )
    return html`${this.#conflict()}${elsewhere.map(
      ({ problema }) => html`<p class="error" role="alert">${problema}</p>`,
    )}`
  }

  #conflict(): TemplateResult | typeof nothing {
    const { words } = this.#settings
    const theirs = this.#theirs
    const draft = this.#options.draft()
    if (!theirs || !draft) return nothing
    const differing = Object.keys(theirs).filter(
      (name) => name !== 'version' && !isEqual(theirs[name], draft.base[name]),
    )
    return html`<section class="outcome bad" role="alert">
      <p class="strong">${words.conflict.title}</p>
      <p>${differing.length > 0 ? words.conflict.theirs : words.conflict.same}</p>
      <ul>
        ${differing.map((name) => {
          const before = this.#options.describe(name, draft.base[name])
          const { value } = this.#options.describe(name, theirs[name])
          return html`<li>${before.label}: ${fill(words.plan.from, { before: before.value, after: value })}</li>`
        })}
      </ul>
      <div class="actions">
        <button type="button" class="secondary" @click=${() => this.#take(theirs, false)}>${words.conflict.reload}</button>
        <button type="button" class="secondary" @click=${() => this.#take(theirs, true)}>${words.conflict.reapply}</button>
      </div>
    </section>`
  }

  #take(theirs: Setting, withMine: boolean): void {
    const draft = this.#options.draft()
    this.forget()
    if (withMine) draft?.rebase(theirs)
    else draft?.discard(theirs)
    this.#settings.host.requestUpdate()
    if (withMine) this.#options.again()
  }
}

/** The handle of a new entry comes from its name: the plan shows the name as it was typed. */
function learnNewName(settings: SettingsHost, { path, values }: Change, { cambios }: Plan): void {
  const name = textIn(settings, values.nombre)
  for (const { tipo, parte, identificador } of cambios)
    if (tipo === 'nuevo' && path === `${parte}/` && name !== '')
      settings.names.set(`${parte} ${identificador}`, name)
}
