import type { DevSettings } from './config.ts'
import type { DemoBusiness } from './demo-file.ts'
import type { SampleBooking } from './sample-booking.ts'

/** Printed before a first start, which takes a few seconds. */
export const firstStartBanner = ({ dataDirName }: DevSettings): string =>
  `First start: creating a database and three demo salons in ${dataDirName} ...`

/** Printed when everything runs: the URLs, the demo businesses and a booking to try. */
export function banner(parts: {
  settings: DevSettings
  baseUrl: string
  /** null: a real processor takes the payments. */
  processorUrl: string | null
  businesses: readonly DemoBusiness[]
  /** A sentence: why there is none. */
  sample: SampleBooking | string
}): string {
  const { settings, baseUrl, processorUrl, businesses, sample } = parts
  const payments = processorUrl
    ? `fake Stripe at ${processorUrl} (test cards)`
    : 'the account of STRIPE_SECRET_KEY'
  return `
Silla is ready. Book at a demo salon:

${formatPages(baseUrl, businesses)}

  Agenda    ${staffUrl(baseUrl)}/agenda (sign in with one click: ${staffUrl(baseUrl)}/dev/staff)
  API       ${baseUrl}/api/v1/
  Docs      ${baseUrl}/docs
  GraphQL   ${baseUrl}/graphiql
  Email     ${settings.mail.smtpUrl ? 'sent through SMTP_URL' : `${baseUrl}/dev/mail`}
  Messages  ${baseUrl}/dev/messages (SMS and WhatsApp, by fake providers)
  Payments  ${payments}
  CLI       npx silla --help

Demo businesses (public demo keys):

${businesses.map(formatBusiness).join('\n\n')}

${typeof sample === 'string' ? sample : formatBooking(sample) + formatPayment(baseUrl, processorUrl, sample)}

Data and logs are in ${settings.dataDirName}. To start again from nothing: npm start -- --reset
Ctrl-C stops everything.
`
}

/** Their booking pages: the first thing to try. */
function formatPages(baseUrl: string, businesses: readonly DemoBusiness[]): string {
  const width = Math.max(...businesses.map(({ name }) => name.length))
  return businesses
    .map(({ name, slug }) => `  ${name.padEnd(width)}  ${baseUrl}/s/${slug}`)
    .join('\n')
}

const formatBusiness = ({ slug, name, timezone, publishableKey, secretKey }: DemoBusiness) =>
  [
    `  ${name} (${slug}, ${timezone})`,
    `    publishable  ${publishableKey}`,
    `    secret       ${secretKey}`,
  ].join('\n')

const formatBooking = ({ service, professional, business, date, time, curl }: SampleBooking) =>
  `Book ${service.nombre} with ${professional.nombre} at ${business}, ${date} at ${time}:

  ${curl}`

function formatPayment(
  baseUrl: string,
  processorUrl: string | null,
  { takesPayments, slug, key }: SampleBooking,
): string {
  if (!takesPayments || processorUrl === null) return ''
  const post = (path: string, body: string) =>
    [
      `  curl -X POST ${baseUrl}/api/v1/pagos/${path}/`,
      `-H 'X-API-Key: ${key}'`,
      "-H 'Content-Type: application/json'",
      `-d '${body}'`,
    ].join(' \\\n    ')
  return `

Pay for it with the code of the response and test card 4242 4242 4242 4242 (4000 0000 0000 0002 is declined):

  ${baseUrl}/s/${slug}/r/CODIGO

or send the requests of a salon's website, with values of the responses in place of the capitals:

${post('intent', '{"type":"booking","reference_id":ID,"codigo":"CODIGO","cliente_id":CLIENTE,"amount":CENTIMOS}')}
  curl -X POST ${processorUrl}/admin/payment_intents/INTENT/pay -d card=4242424242424242
${post('confirmar', '{"payment_intent_id":"INTENT","codigo":"CODIGO"}')}`
}

/** A passkey belongs to a name, which an IP address is not. */
const staffUrl = (baseUrl: string): string => `http://localhost:${new URL(baseUrl).port}`
