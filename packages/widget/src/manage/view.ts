import type { Wire } from '@silla/client'
import type { TemplateResult } from 'lit/html.js'
import type { SillaHost } from '../element/host.ts'
import type { ManageTexts } from './text/es.ts'

/** What a visit's page shows at a time: a part of the element's own shadow tree. */
export interface View {
  /** The heading, which has the focus when the view is shown. */
  title(): string
  render(): TemplateResult
  /** The main button, which submits the form around it; null: there is none. */
  action?(): ViewAction | null
  /** Whether there is a way back to the booking. */
  readonly hasBack?: boolean
  /** Called when the view is shown: loads what it needs. */
  enter?(): void
  /** Called when another view is shown. */
  leave?(): void
}

export interface ViewAction {
  label: string
  /** It takes something away, and looks like it. */
  isDestructive?: boolean
  run(): void | Promise<void>
}

export type ViewName = 'find' | 'booking' | 'cancel' | 'move' | 'pay' | 'review'

/** What a view may use of `<silla-manage>`. */
export interface ManageHost extends SillaHost {
  readonly salon: Wire['Negocio']
  readonly manageText: ManageTexts
  /** The booking that is shown; there is one in every view but `find`. */
  readonly booking: Wire['ReservaDetalle']
  /** The address of a page with `<silla-booking>`, with `{services}` in it; null: there is none. */
  readonly bookingUrl: string | null
  /** The visitor has reviewed the visit just now, or it cannot be reviewed any more. */
  isReviewed: boolean
  /** Shows another view, with its heading in focus. */
  go(view: ViewName): void
  /** Reads a booking by its code and shows it. @throws Failure */
  find(code: string): Promise<void>
  /** Reads the shown booking again. @throws Failure */
  read(): Promise<void>
}
