// What is done in the person's name: packages and releases that are published, what signs in or out,
// and keys, users and rights of a cloud.
import { each, type Danger, type Dangers } from './danger.ts'

const published: Danger = ['account', / (publish|npm-publish|npm publish) /, null]
const pushed: Danger = ['account', / (push|upload|release|deploy) /, null]
/** Verbs of services whose nouns are people, keys and rights. */
const GRANTS =
  / (iam|sts|ad|role|identity|organizations|sso-admin|secretsmanager|kms|service-accounts?|keys?|api-keys?|tokens?|users?|policy|policies) .*\b(create|add|attach|generate|grant|assume|enable|import|upload|invite)\b| add-iam-policy-binding /
const grants: Danger = ['account', GRANTS, null]

export const ACCOUNTS: Dangers = {
  ...each(
    'npm pnpm yarn bun cargo poetry uv hatch pdm rye flit deno jsr vsce ovsx lerna changeset',
    [published],
  ),
  ...each('dart flutter pub nimble mix sbt', [['account', / (hex\.|pub )?publish\w* /, null]]),
  ...each('gem twine cabal stack luarocks anaconda conan pod', [pushed]),
  ...each('dotnet nuget', [['account', / (push|(nuget )?delete) /, null]]),
  ...each('goreleaser nx', [['account', / release /, null]]),
  ...each('mvn mvnw ./mvnw', [['account', / ([\w.-]+:)*(deploy|perform)(:\S+)? /, null]]),
  ...each('gradle gradlew ./gradlew', [['account', / (\S*:)?publish(?!ToMavenLocal )\w* /, null]]),
  ...each('gh glab', [
    ['account', / (release|gist|snippet) (create|edit|upload) /, null],
    ['account', / (ssh-key|gpg-key|deploy-key) add /, null],
    ['account', / repo (create|edit|deploy-key|set-default|sync) /, null],
    ['account', / (pr|mr) (review|approve) /, null],
  ]),
  ...each('aws gcloud az doctl oci ibmcloud aliyun', [grants]),
  ...each('semantic-release release-it np cpan-upload', [['account', null, null]]),
}
