interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createScriptURL: (url: string) => string },
  ): { createScriptURL(url: string): string }
}

const address = '/agenda/sw.js'

const cacheName = 'silla-agenda'
const files = '/agenda/archivos/'

/**
 * Starts the service worker, and gives it the page and the files that were loaded before it could see
 * them. Its policy (D63) allows this one address.
 */
export async function registerWorker(): Promise<void> {
  const { trustedTypes } = window as { trustedTypes?: TrustedTypes }
  const policy = trustedTypes?.createPolicy('silla-agenda', { createScriptURL: () => address })
  const url = policy?.createScriptURL(address) ?? address
  // without it the page works as long as there is a connection
  await navigator.serviceWorker?.register(url, { scope: '/agenda' }).catch(() => {})
  const cache = await caches?.open(cacheName).catch(() => null)
  if (!cache) return
  const loaded = performance.getEntriesByType('resource').map(({ name }) => name)
  await Promise.allSettled([
    fetch(location.href).then((response) => cache.put('/agenda', response)),
    ...loaded.filter((url) => url.includes(files)).map((url) => cache.add(url)),
  ])
}
