import type { Catalog, PageUrls } from '@silla/core'
import type { Translation } from './translations/translation.ts'

/** What every email is written with, beside the data of its event. */
export interface MailContext {
  translation: Translation
  salon: Catalog
  /** The absolute URL of the salon's logo; null: it has none. */
  logoUrl: string | null
  /** The pages where customers book and manage a booking; null: the salon has none. */
  pages: PageUrls | null
  /** Where staff sign in; null: it is not known. */
  staffUrl: string | null
  /** The address of a calendar entry's organizer, for a salon without its own. */
  organizer: string
}
