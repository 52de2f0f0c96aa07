// Services as a person sets them up who has an account with each.
import { accountServices } from '../../contract/policy/config/account-services.ts'
import { Services } from '../../contract/policy/config/services.ts'

const nothingSetUp = Services.parse({})

/** Each that has no address of its own at this one: only then do its tools say what they reach. */
export const servicesAt = (url: string): Services =>
  Services.parse(
    Object.fromEntries(
      Object.keys(accountServices).flatMap((name) => {
        const service = nothingSetUp[name as keyof typeof accountServices]
        return 'url' in service && service.url === null ? [[name, { url }]] : []
      }),
    ),
  )
