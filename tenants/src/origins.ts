import type { KeyKind } from './api-key.ts'
import { KeyError } from './key-error.ts'

/**
 * The origins a key may be used from, as browsers send them: `https://salon.example`, without path,
 * each once. Throws KeyError for anything else, and for a secret key: no browser can use one (D8b).
 */
export function readOrigins(kind: KeyKind, texts: string[]): string[] {
  if (kind === 'secret' && texts.length > 0) {
    throw new KeyError(
      'Origins are for publishable keys: a secret key is never used from a browser.',
    )
  }
  const origins = [...new Set(texts.map(readOrigin))]
  if (origins.length > originsAtMost)
    throw new KeyError(`A key has at most ${originsAtMost} origins.`)
  return origins
}

const originsAtMost = 50

function readOrigin(text: string): string {
  const url = URL.parse(text)
  const isOrigin =
    url !== null &&
    /^https?:$/.test(url.protocol) &&
    url.href === `${url.origin}/` &&
    !/[*?#]/.test(text)
  if (!isOrigin)
    throw new KeyError(
      `"${text}" is not an origin: write it like https://salon.example, without a path.`,
    )
  return url.origin
}
