import { readAgenda } from '@silla/agenda'
import { readWidget } from '@silla/widget'

/**
 * Reads something once for all pages of this process, when it is first needed: most processes of the
 * tests serve no page, and from source it has to be built.
 *
 * The returned function throws when it cannot be read; the next call tries again.
 */
function once<T>(read: () => Promise<T>): () => Promise<T> {
  let loading: Promise<T> | undefined
  return () => {
    loading ??= read().catch((error) => {
      loading = undefined
      throw error
    })
    return loading
  }
}

/** The widget. */
export const loadWidget = once(readWidget)

/** The agenda. */
export const loadAgenda = once(readAgenda)
