import { repeat } from 'lit/directives/repeat.js'
import { html, type TemplateResult } from 'lit/html.js'
import type { Dialog } from '../host/host.ts'
import { close } from '../style/icons.ts'
import type { Texts } from '../text/es.ts'

interface Owner {
  readonly text: Texts
  /** Somebody closes the topmost one. */
  leaveDialog(): void
  requestUpdate(): void
}

/** The open dialogs, the topmost last. Only that one can be used. */
export class Dialogs {
  open: readonly Dialog[] = []
  readonly #owner: Owner
  /** For `id`, which has to differ. */
  #numbers = new WeakMap<Dialog, number>()
  #count = 0

  constructor(owner: Owner) {
    this.#owner = owner
  }

  push(dialog: Dialog): void {
    this.#numbers.set(dialog, ++this.#count)
    this.open = [...this.open, dialog]
    this.#owner.requestUpdate()
  }

  /** The element is closed before it is removed, because that gives the focus back. */
  pop(): void {
    const top = this.open.at(-1)
    if (!top) return
    this.#elementOf(top)?.close()
    this.open = this.open.slice(0, -1)
    this.#owner.requestUpdate()
  }

  closeAll(): void {
    while (this.open.length > 0) this.pop()
  }

  /** Opens the elements of dialogs that have been rendered. */
  show(root: ParentNode): void {
    for (const element of root.querySelectorAll<HTMLDialogElement>('dialog:not([open])')) {
      element.showModal()
      const first = element.querySelector<HTMLElement>('[data-first]')
      ;(first ?? element.querySelector('h2'))?.focus()
    }
  }

  /** @param notice shown in the topmost one */
  render(notice: unknown): TemplateResult {
    return html`${repeat(
      this.open,
      (dialog) => this.#numbers.get(dialog),
      (dialog) => this.#dialog(dialog, dialog === this.open.at(-1) ? notice : ''),
    )}`
  }

  #dialog(dialog: Dialog, notice: unknown): TemplateResult {
    const id = `dialog-${this.#numbers.get(dialog)}`
    return html`<dialog
      id=${id}
      class=${dialog.isSheet ? 'sheet' : 'box'}
      aria-labelledby="${id}-title"
      @cancel=${(event: Event) => {
        event.preventDefault()
        this.#owner.leaveDialog()
      }}
    >
      <form
        class="dialog"
        novalidate
        @submit=${(event: Event) => {
          event.preventDefault()
          dialog.submit?.()
        }}
      >
        <div class="head">
          <h2 id="${id}-title" tabindex="-1">${dialog.title}</h2>
          <button type="button" class="icon" aria-label=${this.#owner.text.close} @click=${() => this.#owner.leaveDialog()}>
            ${close}
          </button>
        </div>
        ${notice}
        ${dialog.render()}
      </form>
    </dialog>`
  }

  #elementOf = (dialog: Dialog): HTMLDialogElement | null =>
    document.querySelector(`#dialog-${this.#numbers.get(dialog)}`)
}
