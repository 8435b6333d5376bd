import type { Wire } from '@silla/client'
import { momentOf } from '@silla/widget/shared'
import { html, nothing, type TemplateResult } from 'lit/html.js'
import { newKey } from '../api/idempotency-key.ts'
import type { Host } from '../host/host.ts'
import { checkbox, field, select } from './fields.ts'

type Card = Wire['FichaCliente']
type Note = Wire['NotaCliente']
type Kind = Note['tipo']

/**
 * Notes about a customer: those that there are, and one to write. Allergies are data about health (D74): they
 * are read on request, because each read is logged, and written with the customer's consent.
 */
export class CustomerNotes {
  readonly #host: Host
  readonly #customerId: number
  /** null: not read */
  #allergies: readonly Note[] | null = null
  #kind: Kind = 'nota'
  #text = ''
  #agrees = false
  #problem: string | null = null

  constructor(host: Host, customerId: number) {
    this.#host = host
    this.#customerId = customerId
  }

  #readAllergies(): void {
    const host = this.#host
    void host.load(async () => {
      const { items } = await host.api.call((silla) =>
        silla.GET('/api/v1/clientes/{id}/alergias/', {
          params: { path: { id: this.#customerId } },
        }),
      )
      this.#allergies = items
      host.requestUpdate()
    })
  }

  #add(card: Card): void {
    const host = this.#host
    const { text } = host
    const [tipo, texto] = [this.#kind, this.#text.trim()]
    const needsConsent = tipo === 'alergia' && !hasConsent(card)
    this.#problem =
      texto === ''
        ? text.card.emptyNote
        : needsConsent && !this.#agrees
          ? text.card.noConsent
          : null
    host.requestUpdate()
    if (this.#problem) return
    const path = { id: this.#customerId }
    const keys = { consent: newKey(), note: newKey() }
    void host.attempt(async () => {
      if (needsConsent)
        await host.api.call((silla) =>
          silla.POST('/api/v1/clientes/{id}/consentimientos/', {
            params: { path, header: { 'idempotency-key': keys.consent } },
            body: { tipo: 'salud', otorgado: true, medio: 'presencial', texto: text.card.agrees },
          }),
        )
      await host.api.call((silla) =>
        silla.POST('/api/v1/clientes/{id}/notas/', {
          params: { path, header: { 'idempotency-key': keys.note } },
          body: { tipo, texto },
        }),
      )
      // the next one may have been begun while the request was repeated
      if (this.#text.trim() === texto) this.#text = ''
      this.#agrees = false
      if (tipo === 'alergia' && this.#allergies) this.#readAllergies()
      host.announce(text.card.noteSaved)
      await host.changed()
    })
  }

  async #delete(note: Note): Promise<void> {
    const { DeleteNoteDialog } = await import('./delete-note-dialog.ts')
    this.#host.open(
      new DeleteNoteDialog(this.#host, this.#customerId, note, () => {
        this.#allergies = this.#allergies?.filter(({ id }) => id !== note.id) ?? null
      }),
    )
  }

  render(card: Card): TemplateResult {
    const { text, may } = this.#host
    const kinds: Kind[] = ['nota', 'formula', 'preferencia']
    if (may('clientes.salud')) kinds.push('alergia')
    // the permission may have been withdrawn while it was open
    if (!kinds.includes(this.#kind)) this.#kind = 'nota'
    return html`<h3>${text.card.notes}</h3>
      ${card.notas.length === 0 ? html`<p class="muted">${text.card.noNotes}</p>` : this.#list(card.notas)}
      ${this.#allergiesOf(card)}
      ${select({
        label: text.card.kind,
        value: this.#kind,
        choices: kinds.map((kind) => ({ value: kind, label: text.card.kinds[kind] })),
        changed: (value) => {
          this.#kind = value as Kind
          this.#problem = null
          this.#host.requestUpdate()
        },
      })}
      ${field({
        ...{ label: text.card.newNote, value: this.#text, rows: 2, maxLength: 2000 },
        problem: this.#problem,
        changed: (value) => {
          this.#text = value
        },
      })}
      ${
        this.#kind === 'alergia' && !hasConsent(card)
          ? checkbox({
              label: text.card.agrees,
              checked: this.#agrees,
              changed: (agrees) => {
                this.#agrees = agrees
              },
            })
          : nothing
      }
      <div class="actions">
        <button type="button" class="secondary" @click=${() => this.#add(card)}>
          ${text.card.addNote}
        </button>
      </div>`
  }

  #allergiesOf({ alergias: count }: Card): TemplateResult | typeof nothing {
    const { text, format, may } = this.#host
    if (!may('clientes.salud') || !count) return nothing
    if (this.#allergies) return this.#list(this.#allergies)
    return html`<div class="actions">
      <button type="button" class="secondary" @click=${() => this.#readAllergies()}>
        ${format.count(text.card.showAllergies, count)}
      </button>
    </div>`
  }

  #list(notes: readonly Note[]): TemplateResult {
    const { text, format, catalog } = this.#host
    return html`<ul class="notes">
      ${notes.map((note) => {
        const { tipo, texto, created_at } = note
        const words = texto ?? text.card.unreadable
        return html`<li>
          <p>${words}</p>
          <p class="muted small">${text.card.kinds[tipo]} · ${momentOf(format, created_at, catalog.timeZone)}</p>
          <button
            type="button"
            class="secondary"
            aria-label="${text.card.deleteNote}: ${words}"
            @click=${() => void this.#delete(note)}
          >
            ${text.card.deleteNote}
          </button>
        </li>`
      })}
    </ul>`
  }
}

const hasConsent = ({ consentimientos }: Card): boolean =>
  consentimientos.some(({ tipo, otorgado }) => tipo === 'salud' && otorgado)
