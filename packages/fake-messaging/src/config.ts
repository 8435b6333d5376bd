/** @throws Error in production, where messages must reach phones */
export function refuseProduction(env: Record<string, string | undefined> = process.env): void {
  if (env.NODE_ENV === 'production')
    throw new Error(
      'The fake Twilio and WhatsApp send nothing; they do not run with NODE_ENV=production.',
    )
}
