import { createHash } from 'node:crypto'

export interface PolicyParts {
  /** The inline style sheet of the page. */
  style: string
  /** Addresses of its images, absolute or relative to the page. */
  images: readonly string[]
  /** The processor's script for browsers; null: the page takes no payments. */
  paymentScriptUrl: string | null
  /** The inline script of the page; null: it has none. */
  script?: string | null | undefined
  /** Whether the page has forms, which are sent to itself. */
  hasForms?: boolean
  /** Where the response to a form leads. */
  formOrigins?: readonly string[]
}

/**
 * The content security policy of a page. Scripts come from this server alone, and where the salon
 * takes payments from the processor. The one inline style sheet, and the one inline script, are
 * allowed by their hashes: unlike a nonce, which differs with every response, it lets a page be cached
 * and keep its ETag.
 */
export function contentSecurityPolicy({
  style,
  images,
  paymentScriptUrl,
  script = null,
  hasForms = false,
  formOrigins = [],
}: PolicyParts): string {
  const payment = paymentScriptUrl === null ? noPayment : paymentSources(paymentScriptUrl)
  const directives: Record<string, readonly string[]> = {
    'default-src': ["'none'"],
    'script-src': ["'self'", ...(script === null ? [] : [hashOf(script)]), ...payment.script],
    'style-src': [hashOf(style)],
    'img-src': ["'self'", 'data:', ...originsOf(images), ...payment.image],
    'connect-src': ["'self'", ...payment.connect],
    'frame-src': payment.frame.length > 0 ? payment.frame : ["'none'"],
    'base-uri': ["'none'"],
    'form-action': hasForms ? ["'self'", ...formOrigins] : ["'none'"],
    'frame-ancestors': ["'none'"],
  }
  return Object.entries(directives)
    .map(([name, sources]) => [name, ...sources].join(' '))
    .join('; ')
}

const hashOf = (text: string): string =>
  `'sha256-${createHash('sha256').update(text).digest('base64')}'`

interface PaymentSources {
  script: readonly string[]
  connect: readonly string[]
  frame: readonly string[]
  image: readonly string[]
}

const noPayment: PaymentSources = { script: [], connect: [], frame: [], image: [] }

/** https://docs.stripe.com/security/guide#content-security-policy */
const stripe: PaymentSources = {
  script: ['https://js.stripe.com', 'https://*.js.stripe.com'],
  connect: ['https://api.stripe.com'],
  frame: ['https://js.stripe.com', 'https://*.js.stripe.com', 'https://hooks.stripe.com'],
  image: ['https://*.stripe.com'],
}

/** The fake Stripe of `npm start` serves everything from one origin. */
function paymentSources(scriptUrl: string): PaymentSources {
  const { origin } = new URL(scriptUrl)
  if (origin === 'https://js.stripe.com') return stripe
  return { script: [origin], connect: [origin], frame: [origin], image: [origin] }
}

/** Where the processor's onboarding is, by the address of its script. */
export function onboardingOrigins(scriptUrl: string): readonly string[] {
  const { origin } = new URL(scriptUrl)
  return origin === 'https://js.stripe.com' ? ['https://*.stripe.com'] : [origin]
}

const originsOf = (urls: readonly string[]): string[] => [
  ...new Set(
    urls.flatMap((url) => {
      const { protocol, origin } = URL.parse(url) ?? {}
      return protocol === 'https:' || protocol === 'http:' ? [origin ?? ''] : []
    }),
  ),
]
