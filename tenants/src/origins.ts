import type { KeyKind } from './api-key.ts'
import { KeyError } from './key-change.ts'

/**
 * Normalizes the origins that a key may be used from to the form that browsers send:
 * `https://salon.example`, without a path, without duplicates. Throws KeyError for anything else,
 * and for origins of a secret key, which browsers cannot use (D8b).
 */
export function parseOrigins(kind: KeyKind, texts: string[]): string[] {
  if (kind === 'secret' && texts.length > 0) {
    throw new KeyError(
      'Only publishable keys have origins; a secret key must never be used from a browser.',
    )
  }
  const origins = [...new Set(texts.map(parseOrigin))]
  if (origins.length > maxOrigins)
    throw new KeyError(`A key can have at most ${maxOrigins} origins.`)
  return origins
}

const maxOrigins = 50

function parseOrigin(text: string): string {
  const url = URL.parse(text)
  const isOrigin =
    url !== null &&
    /^https?:$/.test(url.protocol) &&
    url.href === `${url.origin}/` &&
    !/[*?#]/.test(text)
  if (!isOrigin)
    throw new KeyError(
      `Invalid origin "${text}": expected a form like https://salon.example, without a path.`,
    )
  return url.origin
}
