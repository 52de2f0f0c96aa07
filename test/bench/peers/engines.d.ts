// What the benches use of the engines they measure Gatehouse beside. Those packages are in
// the package.json beside this file and are installed by `npm run bench` alone, so the type check cannot read
// their own declarations.

declare module '@cedar-policy/cedar-wasm/nodejs' {
  type Success<T> = { readonly type: 'success' } & T
  type Failed = { readonly type: 'failure' }
  export function preparsePolicySet(
    id: string,
    policies: { readonly staticPolicies: string },
  ): Success<object> | Failed
  export function statefulIsAuthorized(call: {
    readonly principal: { readonly type: string; readonly id: string }
    readonly action: { readonly type: string; readonly id: string }
    readonly resource: { readonly type: string; readonly id: string }
    readonly context: Readonly<Record<string, string>>
    readonly preparsedPolicySetId: string
    readonly entities: readonly never[]
  }): Success<{ readonly response: { readonly decision: 'allow' | 'deny' } }> | Failed
}

declare module '@microsoft/agent-governance-sdk' {
  export enum ConflictResolutionStrategy {
    DenyOverrides = 'deny_overrides',
  }
  export type PolicyRule = {
    readonly name: string
    readonly effect: 'allow' | 'deny'
    readonly condition: string | Readonly<Record<string, string>>
  }
  export class PolicyEngine {
    constructor(rules: readonly PolicyRule[], strategy: ConflictResolutionStrategy)
    loadPolicy(document: {
      readonly name: string
      readonly scope: 'global'
      readonly default_action: 'allow' | 'deny'
      readonly agent?: string
      readonly rules: readonly PolicyRule[]
    }): void
    evaluatePolicy(agent: string, facts: object): { readonly allowed: boolean }
  }
}

declare module 'casbin' {
  export type Model = { readonly brand: 'casbin model' }
  export type Enforcer = {
    addFunction(name: string, test: (...words: string[]) => boolean): Promise<void>
    addPolicies(rules: readonly (readonly string[])[]): Promise<boolean>
    enforceSync(...words: readonly string[]): boolean
  }
  export function newModelFromString(text: string): Model
  export function newEnforcer(model: Model): Promise<Enforcer>
}
