import { chevron } from '@silla/widget/shared'
import { html, nothing, type TemplateResult } from 'lit/html.js'
import { openBlock, openNewBooking } from '../dialogs/open-new.ts'
import type { Host } from '../host/host.ts'
import { plus } from '../style/icons.ts'

interface Options {
  /** The day that is shown, or the first one. */
  date: string
  previous: string
  next: string
  show: (date: string) => void
  turn: (direction: 1 | -1) => void
}

/** Buttons beside the heading: they turn the day and add something to it. */
export function dateBar(host: Host, options: Options): TemplateResult {
  const { text } = host
  const { date } = options
  return html`<div class="tools">
    <button type="button" class="icon" aria-label=${options.previous} @click=${() => options.turn(-1)}>
      <span class="mirror">${chevron}</span>
    </button>
    <button type="button" class="secondary" @click=${() => options.show(host.today())}>
      ${text.day.today}
    </button>
    <button type="button" class="icon" aria-label=${options.next} @click=${() => options.turn(1)}>
      <span class="mirror next">${chevron}</span>
    </button>
    <input
      class="date"
      type="date"
      aria-label=${text.fields.date}
      .value=${date}
      @change=${({ target }: Event) => {
        const { value } = target as HTMLInputElement
        if (value) options.show(value)
      }}
    />
    ${host.may('citas.gestionar') ? addButtons(host, date) : nothing}
  </div>`
}

function addButtons(host: Host, date: string): TemplateResult {
  const { text } = host
  return html`<div class="adds">
    <button type="button" class="secondary" @click=${() => openBlock(host, { date })}>
      ${text.block.title}
    </button>
    <button type="button" class="secondary" @click=${() => openNewBooking(host, { isWalkIn: true })}>
      ${text.booking.walkIn}
    </button>
    <button type="button" class="primary add" @click=${() => openNewBooking(host, { date })}>
      ${plus} ${text.booking.title}
    </button>
  </div>`
}

/** Single keys of the views with a date; true: done. */
export function dateKeys(host: Host, event: KeyboardEvent, options: Options): boolean {
  const mayBook = host.may('citas.gestionar')
  const keys: Record<string, () => void> = {
    t: () => options.show(host.today()),
    ...(mayBook && {
      n: () => void openNewBooking(host, { date: options.date }),
      w: () => void openNewBooking(host, { isWalkIn: true }),
    }),
  }
  const run = keys[event.key.toLowerCase()]
  run?.()
  return run !== undefined
}
