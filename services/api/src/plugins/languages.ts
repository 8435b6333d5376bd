import { fail, isLanguage, type Language, languages } from '@silla/errors'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import Negotiator from 'negotiator'

/**
 * Decides a request's languages once its tenant is known, and refuses a `lang` that does not exist
 * (D2, D7).
 */
export function addLanguages(app: FastifyInstance): void {
  app.decorateRequest('languages', null as never)

  app.addHook('onRequest', (request, _reply, done) => {
    const requested = langOf(request)
    const text = isLanguage(requested) ? requested : 'es'
    const message = requestedLanguage(request)
    if (message !== null) done(setLanguages(request, text, message))
    // Nothing is returned: the framework would take a promise as a second sign that the hook is
    // done.
    else void mainLanguage(request).then((main) => done(setLanguages(request, text, main)), done)
  })

  app.addHook('preValidation', (request, _reply, done) => {
    const asked = langOf(request)
    if (asked !== undefined && !isLanguage(asked))
      fail('VALIDATION_ERROR', { problems: [unknownLanguage] })
    done()
  })
}

/** The language of a refusal, which may come before the tenant is known. */
export function messageLanguage(request: FastifyRequest): Language {
  return request.languages?.message ?? requestedLanguage(request) ?? 'es'
}

const unknownLanguage = {
  field: 'lang',
  problem: { keyword: 'not_one_of', limit: languages.join(', ') },
} as const

const langOf = (request: FastifyRequest): unknown =>
  (request.query as { lang?: unknown } | null)?.lang

/** What the caller itself says it reads: `lang`, else Accept-Language, else nothing. */
function requestedLanguage(request: FastifyRequest): Language | null {
  const asked = langOf(request)
  return isLanguage(asked) ? asked : acceptedLanguage(request.headers['accept-language'])
}

const mainLanguage = async (request: FastifyRequest): Promise<Language> =>
  (await request.context.tenant.catalog()).settings.mainLanguage

function setLanguages(request: FastifyRequest, text: Language, message: Language): undefined {
  request.languages = { text, message }
}

const remembered = new Map<string, Language | null>()
const rememberedAtMost = 500

/**
 * Browsers send few different headers, so each is read once; the memory begins anew when somebody
 * fills it.
 */
function acceptedLanguage(header: string | undefined): Language | null {
  if (header === undefined || header.length > 200) return null
  let language = remembered.get(header)
  if (language === undefined) {
    language = readAcceptLanguage(header)
    if (remembered.size >= rememberedAtMost) remembered.clear()
    remembered.set(header, language)
  }
  return language
}

/**
 * The first of ours in the order of preference, whatever its region. `*` asks for nothing in
 * particular.
 */
function readAcceptLanguage(header: string): Language | null {
  for (const tag of new Negotiator({ headers: { 'accept-language': header } }).languages()) {
    const primary = tag.split('-', 1)[0]?.toLowerCase()
    if (isLanguage(primary)) return primary
  }
  return null
}
