import { Flags } from '@oclif/core'
import { dim } from '../outputs/terminal.ts'

/** For a list that may be long. */
export const pagingFlags = {
  limit: Flags.integer({ description: 'How many at most on a page.', default: 50, min: 1, max: 1000 }),
  page: Flags.integer({ description: 'Which page, from 1 on.', default: 1, min: 1, max: 100_000 }),
}

/** Which part of a list --json tells. */
export interface PageFacts {
  /** How many there are on all pages. */
  total: number
  /** From 1 on. */
  page: number
  /** How many there are on a page at most. */
  limit: number
}

export const pageFacts = ({ page, limit }: Page, total: number): PageFacts => ({ total, page, limit })

/** What the flags say, for a query. */
export const pageOf = ({ limit, page }: Page) => ({ offset: (page - 1) * limit, limit })

/**
 * A page as people read it: its table, and which page it is where there are more.
 * @param total on all pages
 * @param list null for an empty page
 * @param nothing the sentence for a list that is empty on all pages
 */
export function pageText(page: Page, total: number, list: string | null, nothing: string): string {
  if (total === 0) return nothing
  const place = dim(pageLine(page, total))
  if (list === null) return `Nothing is on this page. ${place}`
  return page.page === 1 && total <= page.limit ? list : `${list}\n${place}`
}

interface Page {
  limit: number
  page: number
}

/** `Page 2 of 5 (230 in all).` */
const pageLine = ({ limit, page }: Page, total: number): string =>
  `Page ${page} of ${Math.ceil(total / limit)} (${total} in all).`
