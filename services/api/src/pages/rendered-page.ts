import type { BrowserPayment, Catalog } from '@silla/core'
import type { Language } from '@silla/locale'
import type { WidgetScript } from './widget-tags.ts'

/** A page as HTML, with what its content security policy depends on. */
export interface RenderedPage {
  html: string
  style: string
  /** An inline script; null: none. */
  script?: string | null
  images: string[]
}

/** What every page of a salon is made of. */
export interface PageParts {
  catalog: Catalog
  language: Language
  /** Of the salon's booking page: `https://book.example/s/barberia` */
  url: string
  assetsBaseUrl: string
  /** Bookings are real. */
  isLive: boolean
  /** The publishable key of the page; null: it has none, and the widget is left out. */
  key: string | null
  widget: WidgetScript
  payment: BrowserPayment | null
}
