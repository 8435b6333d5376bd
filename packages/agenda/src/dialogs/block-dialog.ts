import { html, type TemplateResult } from 'lit/html.js'
import type { Dialog, Host } from '../host/host.ts'
import { field, select, submitButton } from './fields.ts'

/** Takes time of a professional out of the diary. */
export class BlockDialog implements Dialog {
  readonly #host: Host
  #professionalId: number
  #date: string
  #from: string
  #until: string
  #reason = ''

  constructor(host: Host, { professionalId, date }: { professionalId?: number; date: string }) {
    this.#host = host
    this.#professionalId =
      professionalId ?? host.ownProfessional() ?? host.professionals()[0]?.id ?? 0
    this.#date = date
    this.#from = '14:00'
    this.#until = '15:00'
  }

  get title(): string {
    return this.#host.text.block.title
  }

  submit(): void {
    const host = this.#host
    void host.attempt(async () => {
      await host.api.call((silla) =>
        silla.POST('/api/v1/bloqueos/', {
          body: {
            peluquero_id: this.#professionalId,
            desde: `${this.#date}T${this.#from}`,
            hasta: `${this.#date}T${this.#until}`,
            motivo: this.#reason,
          },
        }),
      )
      host.close()
      host.announce(host.text.block.done)
      await host.changed()
    })
  }

  render(): TemplateResult {
    const { text, busy } = this.#host
    return html`${select({
      label: text.fields.professional,
      value: `${this.#professionalId}`,
      choices: this.#host
        .professionals()
        .map(({ id, nombre }) => ({ value: `${id}`, label: nombre })),
      changed: (value) => {
        this.#professionalId = Number(value)
      },
    })}
    ${field({
      ...{ label: text.fields.date, type: 'date', value: this.#date },
      changed: (value) => {
        this.#date = value
      },
    })}
    <div class="row">
      ${field({
        ...{ label: text.block.from, type: 'time', value: this.#from },
        changed: (value) => {
          this.#from = value
        },
      })}
      ${field({
        ...{ label: text.block.until, type: 'time', value: this.#until },
        changed: (value) => {
          this.#until = value
        },
      })}
    </div>
    ${field({
      ...{ label: text.block.reason, value: this.#reason, maxLength: 500, isFirst: true },
      changed: (value) => {
        this.#reason = value
      },
    })}
    ${submitButton(text.block.submit, { busy })}`
  }
}
