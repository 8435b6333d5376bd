import type { Language } from '../text/language.ts'

/**
 * Where somebody signs in: on a device that the salon shares by PIN, else with their own passkey.
 *
 * @param back where they come back to; null: nowhere
 */
export function signInUrl(
  isShared: boolean,
  language: Language,
  back: Pick<Location, 'pathname' | 'search' | 'hash'> | null,
): string {
  const query = new URLSearchParams({ lang: language })
  if (back) query.set('volver', back.pathname + back.search)
  // the token of a link is in the fragment, and no server gets to see it
  return `${isShared ? '/equipo/mostrador/' : '/equipo/'}?${query}${back?.hash ?? ''}`
}
