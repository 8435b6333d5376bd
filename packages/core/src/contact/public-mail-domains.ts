/**
 * Whether anybody can have an address there, so that it says nothing about whose bookings belong
 * together. Published lists have thousands of domains, of which many give an address to anybody who
 * opens a page: those are to be counted. A provider that is missing here is counted like a company.
 */
export const isPublicMailDomain = (domain: string): boolean =>
  domains.has(domain) || brands.has(domain.slice(0, domain.indexOf('.')))

/** Providers with a domain in many countries: `yahoo.es`, `hotmail.co.uk`. */
const brands = new Set(['gmx', 'hotmail', 'live', 'outlook', 'yahoo', 'yandex'])

const domains = new Set([
  'aim.com',
  'alice.it',
  'aol.com',
  'bluewin.ch',
  'btinternet.com',
  'comcast.net',
  'fastmail.com',
  'free.fr',
  'gmail.com',
  'googlemail.com',
  'icloud.com',
  'laposte.net',
  'libero.it',
  'mac.com',
  'mail.com',
  'mail.ru',
  'me.com',
  'movistar.es',
  'msn.com',
  'naver.com',
  'ono.com',
  'orange.es',
  'orange.fr',
  'pm.me',
  'proton.me',
  'protonmail.com',
  'qq.com',
  'rocketmail.com',
  'sapo.pt',
  'sfr.fr',
  't-online.de',
  'telefonica.net',
  'terra.es',
  'virgilio.it',
  'wanadoo.fr',
  'web.de',
  'ymail.com',
  'zoho.com',
])
