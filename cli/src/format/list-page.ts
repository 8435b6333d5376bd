import { dim } from '../text/terminal.ts'

/**
 * A page of a list as text: its table, and the page number if there are several pages.
 * @param total on all pages
 * @param empty the sentence for a list without entries
 * @param totalIsExact false: there are more than were counted
 */
export function pageText(
  page: Page,
  total: number,
  table: string,
  empty: string,
  totalIsExact = true,
): string {
  if (total === 0) return empty
  const pages = Math.ceil(total / page.limit)
  const position = dim(
    totalIsExact
      ? `Page ${page.page} of ${pages} (${total} entries).`
      : `Page ${page.page} of more than ${pages} (more than ${total} entries).`,
  )
  if (totalIsExact && (page.page - 1) * page.limit >= total)
    return `No entries on this page. ${position}`
  return total <= page.limit ? table : `${table}\n${position}`
}

/**
 * `matching ` if the list is filtered, so that an empty result does not read as no entries at all.
 */
export const filterLabel = (...filter: unknown[]): string =>
  filter.some((value) => value !== undefined) ? 'matching ' : ''

/** The position of a page, in the output of --json. */
export interface PageFacts extends Page {
  /** The number of entries on all pages. */
  total: number
}

export const pageFacts = ({ page, limit }: Page, total: number): PageFacts => ({
  total,
  page,
  limit,
})

interface Page {
  /** From 1. */
  page: number
  /** The maximum number of entries on a page. */
  limit: number
}
