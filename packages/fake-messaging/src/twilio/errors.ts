/** Twilio's errors: status and sentence by code. */
const errors: Record<number, [status: number, message: string]> = {
  20001: [400, 'Unknown parameters'],
  20003: [401, 'Authenticate'],
  20404: [404, 'The requested resource was not found'],
  20422: [400, 'Invalid Parameter'],
  20429: [429, 'Too Many Requests'],
  20500: [500, 'Internal Server Error'],
  21211: [400, "Invalid 'To' Phone Number"],
  21212: [400, "Invalid 'From' Number"],
  21408: [400, 'Permission to send an SMS has not been enabled for the region'],
  21602: [400, 'Message body is required'],
  21603: [400, "A 'From' phone number is required"],
  21604: [400, "A 'To' phone number is required"],
  21606: [400, "The 'From' phone number provided is not a valid message-capable Twilio number"],
  21609: [400, "Invalid 'StatusCallback' URL"],
  21610: [400, 'Attempt to send to unsubscribed recipient'],
  21611: [429, "The 'From' number has exceeded the maximum number of queued messages"],
  21614: [400, "'To' number is not a valid mobile number"],
  21617: [400, 'The concatenated message body exceeds the 1600 character limit'],
  21730: [503, 'System under maintenance'],
}

/** A response that does not accept a request. */
export interface Rejection {
  status: number
  body: object
}

/** @throws Error for a code that the fake does not know */
export function twilioError(code: number): Rejection {
  const [status, message] = errors[code] ?? []
  if (status === undefined) throw new Error(`The fake Twilio has no error ${code}.`)
  return {
    status,
    body: { code, message, more_info: `https://www.twilio.com/docs/errors/${code}`, status },
  }
}
