/** Where customers reach the pages of a salon. */
export interface PageUrls {
  /** The booking page. */
  booking: string
  /** The page of one booking; the code in it gives access, so it is only sent to its customer. */
  manage(code: string): string
}

/**
 * The addresses of a salon's pages; null when its page is off, or when this program does not know
 * at which address customers reach the API (PUBLIC_URL).
 *
 * @param publicUrl as `parsePublicUrl` returns it
 */
export function pageUrls(
  publicUrl: string | null,
  slug: string,
  { onlinePage }: { onlinePage: boolean },
): PageUrls | null {
  if (publicUrl === null || !onlinePage) return null
  const booking = `${publicUrl}/s/${slug}`
  return { booking, manage: (code) => `${booking}/r/${code}` }
}
