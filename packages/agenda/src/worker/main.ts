/**
 * The service worker of the page (D72): without a connection it sends the page and its files from the
 * cache, and nothing else. What the API answers is never in it.
 */

interface FetchEvent extends Event {
  readonly request: Request
  respondWith(response: Promise<Response>): void
  waitUntil(work: Promise<unknown>): void
}

interface Scope {
  skipWaiting(): Promise<void>
  readonly clients: { claim(): Promise<void> }
  addEventListener(type: string, listener: (event: FetchEvent) => void): void
}

const scope = self as unknown as Scope
const cacheName = 'silla-agenda'
const pagePath = '/agenda'
const filesPath = '/agenda/archivos/'

scope.addEventListener('install', (event) => event.waitUntil(scope.skipWaiting()))
scope.addEventListener('activate', (event) => event.waitUntil(scope.clients.claim()))
scope.addEventListener('fetch', (event) => {
  const { request } = event
  const { pathname } = new URL(request.url)
  if (request.mode === 'navigate') event.respondWith(page(request))
  else if (request.method === 'GET' && pathname.startsWith(filesPath))
    event.respondWith(file(request))
})

/** The page of every view is the same. */
async function page(request: Request): Promise<Response> {
  const cache = await caches.open(cacheName)
  try {
    const response = await fetch(request)
    if (response.ok) await cache.put(pagePath, response.clone())
    return response
  } catch (error) {
    const kept = await cache.match(pagePath)
    if (kept) return kept
    throw error
  }
}

/** A file never changes at its address; those of another release are dropped. */
async function file(request: Request): Promise<Response> {
  const cache = await caches.open(cacheName)
  const kept = await cache.match(request)
  if (kept) return kept
  const response = await fetch(request)
  if (response.ok) {
    const folder = request.url.slice(0, request.url.lastIndexOf('/'))
    for (const { url } of await cache.keys())
      if (url.includes(filesPath) && !url.startsWith(folder)) await cache.delete(url)
    await cache.put(request, response.clone())
  }
  return response
}
