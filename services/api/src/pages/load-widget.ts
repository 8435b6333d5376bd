import { readWidget, type Widget } from '@silla/widget'

let loading: Promise<Widget> | undefined

/**
 * The widget, which all pages of this process share. It is read when it is first needed, because
 * most processes of the tests serve no page, and from source it has to be built.
 *
 * @throws Error when it cannot be read; the next call tries again
 */
export function loadWidget(): Promise<Widget> {
  loading ??= readWidget().catch((error) => {
    loading = undefined
    throw error
  })
  return loading
}
