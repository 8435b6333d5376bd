import { render, type TemplateResult } from 'lit/html.js'

/** Properties that are attributes, by default of the same name. */
export type Properties = Readonly<Record<string, { attribute?: string }>>

/**
 * An element that renders a template into its shadow root: of `LitElement`, whose interface it has,
 * the part that the widget needs, in a fifth of its size. A property is its attribute.
 */
export abstract class RenderedElement extends HTMLElement {
  static properties: Properties = {}
  static styles: readonly string[] = []

  readonly renderRoot: ShadowRoot
  protected hasUpdated = false
  #changed = new Set<string>()
  #update: Promise<void> | null = null

  constructor() {
    super()
    this.renderRoot = this.attachShadow({ mode: 'open' })
    const { styles } = this.constructor as typeof RenderedElement
    this.renderRoot.adoptedStyleSheets = styles.map(sheetOf)
  }

  abstract render(): TemplateResult

  /** Called before an update with the attributes that have changed. */
  protected willUpdate(_changed: ReadonlySet<string>): void {}

  connectedCallback(): void {
    this.requestUpdate()
  }

  disconnectedCallback(): void {}

  attributeChangedCallback(name: string): void {
    this.#changed.add(name)
    this.requestUpdate()
  }

  /** Renders once, however often it is called until then. */
  requestUpdate(): void {
    if (this.isConnected) this.#update ??= Promise.resolve().then(() => this.#render())
  }

  /** Resolves when what has been requested is rendered. */
  get updateComplete(): Promise<void> {
    return this.#update ?? Promise.resolve()
  }

  #render(): void {
    const changed = this.#changed
    this.#changed = new Set()
    this.willUpdate(changed)
    this.#update = null
    this.hasUpdated = true
    render(this.render(), this.renderRoot)
  }
}

function sheetOf(text: string): CSSStyleSheet {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(text)
  return sheet
}

/** Registers an element, once per page. */
export function defineElement(
  tag: string,
  element: CustomElementConstructor & { properties: Properties },
): void {
  if (customElements.get(tag)) return
  const properties = Object.entries(element.properties)
  for (const [name, { attribute = name }] of properties)
    Object.defineProperty(element.prototype, name, {
      get(this: Element) {
        return this.getAttribute(attribute)
      },
      set(this: Element, value: string | null) {
        if (value === null) this.removeAttribute(attribute)
        else this.setAttribute(attribute, value)
      },
    })
  Object.assign(element, {
    observedAttributes: properties.map(([name, { attribute = name }]) => attribute),
  })
  customElements.define(tag, element)
}
