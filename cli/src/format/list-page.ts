import { dim } from './terminal.ts'

/**
 * A page of a list as people read it: its table, and which page it is where there are more.
 * @param total on all pages
 * @param nothing the sentence for a list that is empty on all pages
 */
export function pageText(page: Page, total: number, table: string, nothing: string): string {
  if (total === 0) return nothing
  const place = dim(`Page ${page.page} of ${Math.ceil(total / page.limit)} (${total} in all).`)
  if ((page.page - 1) * page.limit >= total) return `Nothing is on this page. ${place}`
  return total <= page.limit ? table : `${table}\n${place}`
}

/** `such ` of a list that flags narrow down, so that nobody takes an empty one for all there is. */
export const filterLabel = (...filter: unknown[]): string =>
  filter.some((input) => input !== undefined) ? 'such ' : ''

/** Which part of a list --json tells. */
export interface PageFacts extends Page {
  /** How many there are on all pages. */
  total: number
}

export const pageFacts = ({ page, limit }: Page, total: number): PageFacts => ({
  total,
  page,
  limit,
})

interface Page {
  /** From 1 on. */
  page: number
  /** How many there are on a page at most. */
  limit: number
}
