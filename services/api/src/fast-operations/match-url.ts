import { parse } from 'node:querystring'
import type { Params } from '@silla/wire'

/** The parameters of a URL; null if it does not match, or not in the plainest form. */
export type MatchUrl = (url: string) => Params | null

/**
 * Matches the URLs of a path pattern such as `/bookings/:id/`. They are in the plainest form if every
 * parser would read them alike: without escaped characters, names that are repeated, or a slash more
 * or less.
 */
export function urlMatcher(pattern: string): MatchUrl {
  const path = pattern.replaceAll(/:(\w+)/g, '(?<$1>[\\w-]+)')
  const plainUrl = new RegExp(`^${path}(?:\\?(?<query>(?:${pair}&)*${pair}))?$`)
  return (url) => {
    if (url.length > maxLength) return null
    const found = plainUrl.exec(url)
    if (found === null) return null
    const { query, ...ofPath } = found.groups as Record<string, string>
    return query === undefined ? ofPath : { ...parse(query), ...ofPath }
  }
}

const pair = '[\\w]+=[\\w,:-]*'
const maxLength = 300
