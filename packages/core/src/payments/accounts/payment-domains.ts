/**
 * The domains of the pages that may take payments for a salon (D52), each once: of what the processor can
 * reach, so none of this machine and no bare addresses.
 *
 * @param origins `https://salon.example`
 */
export const paymentDomains = (origins: readonly string[]): string[] => [
  ...new Set(origins.flatMap((origin) => domainOf(origin) ?? [])),
]

function domainOf(origin: string): string | null {
  const { protocol, hostname = '' } = URL.parse(origin) ?? {}
  const isName = /^[a-z0-9-]+(\.[a-z0-9-]+)*\.[a-z][a-z0-9-]*$/.test(hostname)
  return protocol === 'https:' && isName && !hostname.endsWith('.localhost') ? hostname : null
}
