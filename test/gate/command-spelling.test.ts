// What a deny or confirm rule for commands sees: after the program's own options, with options
// anywhere and in any spelling.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { concernsCommand, spellingsOf } from '../../contract/policy/command-spelling.ts'
import { analyseCommand } from '../../main/command/analyse.ts'
import { decide } from '../../main/gate/decide.ts'
import { zoneOf } from '../command/summary.ts'
import { ask, policyWith, rule, run, running } from './decision-requests.ts'

const effectOf = async (pattern: string, line: string, effect: 'deny' | 'confirm' = 'deny') => {
  const parts = await analyseCommand(line, { cwd: '/w', zoneOf })
  return decide(
    ask(running, [run(...parts)]),
    policyWith({ rules: [rule(effect, { commands: [pattern] })] }),
  ).by.kind
}

const seen: readonly (readonly [pattern: string, line: string])[] = [
  ...[
    ...[
      'git push --force',
      'git push -f',
      'git push --force-with-lease',
      'git push --force-with-lease=main',
      'git push --forc',
      'git push origin main --force',
    ],
    ...[
      'git push origin main -f',
      'git push -uf origin main',
      'git push -fu origin',
      'git -C . push --force',
      'git --no-pager push -f',
      'git -c a.b=c push --force',
    ],
    ...[
      'git --git-dir=.git push --force',
      'git --git-dir .git --work-tree . push -f',
      'git push origin +main',
      'git push origin +main:main',
      'git push --mirror',
      'git push origin --force -- main',
    ],
    ...[
      'git --new-option x push --force',
      'git --new-option push --force',
      '/usr/bin/git push --force',
      '/opt/git/bin/git push -f',
      './git push --force',
      'sudo git push --force',
    ],
    ...[
      'sh -c "git push -f"',
      'cd x && git push -f',
      'git push "$REMOTE" --force',
      'git -C "$DIR" push --force',
      'git push $X -f',
      'git push origin "+$BRANCH"',
      'env A=1 git push -f',
    ],
    ...[
      'echo $(git push -f)',
      'xargs git push --force',
      "git push '--force'",
      'git push --no-verify --force',
      'timeout 5 git push -f',
      '/usr/bin/../bin/git push -f',
    ],
  ].map((line) => ['git push --force', line] as const),
  ...[
    'rm -rf x',
    'rm -fr x',
    'rm -r -f x',
    'rm -R --force x',
    'rm --recursive --force x',
    'rm x -rf',
    'rm --recurs --for x',
    'rm -vrf x',
    '/bin/rm -rf x',
  ].map((line) => ['rm -rf', line] as const),
  ...[
    'npm publish',
    'npm --prefix . publish',
    'npm --registry https://x.example publish',
    'npm publish --tag x',
    'npm -w a publish',
  ].map((line) => ['npm publish', line] as const),
  ...['kubectl delete pod x', 'kubectl -n a delete pod x', 'kubectl --context=a delete ns x'].map(
    (line) => ['kubectl delete', line] as const,
  ),
  ...[
    'curl -X POST https://x.example',
    'curl -XPOST https://x.example',
    'curl --request POST https://x.example',
    'curl https://x.example --request=POST',
  ].map((line) => ['curl -X POST', line] as const),
  ...[
    'git branch -D x',
    'git branch x -D',
    'git branch --delete --force x',
    'git -P branch -d x',
  ].map((line) => ['git branch -D', line] as const),
  // Neither case nor an ending makes another program of it, everywhere.
  ...['Git push -f', 'GIT.exe push -f', 'git.exe -C . push --force'].map(
    (line) => ['git push --force', line] as const,
  ),
  ...['RM -rf x', 'rm.exe -fr x', 'C:/bin/rm.exe -r -f x'].map((line) => ['rm -rf', line] as const),
  ...['npm.cmd publish', 'npm publ', 'npm pub', 'npm --prefix . publi'].map(
    (line) => ['npm publish', line] as const,
  ),
  ...['git status', 'git -c x=y status', './git status', 'git --no-optional-locks status -s'].map(
    (line) => ['git status', line] as const,
  ),
  // Behind another program, named with it or without.
  ...[
    ...[
      'sudo rm a',
      'env A=1 rm a',
      'nice -n 5 rm a',
      'timeout 5 rm a',
      'ls | xargs -0 rm',
      "sh -c 'rm a'",
      'find . -exec rm {} +',
      'doas rm a',
    ],
    ...[
      'busybox rm a',
      'eval rm a',
      'command rm a',
      'exec rm a',
      'nohup rm a &',
      '\\rm a',
      "r'm' a",
      'x=1 rm a',
      'echo `rm a`',
      'uv run rm a',
    ],
    ...[
      'setarch x86_64 rm a',
      'proxychains4 rm a',
      'dumb-init -- rm a',
      'gosu nobody rm a',
      'doppler run -- rm a',
      'cpulimit -l 5 rm a',
    ],
    ...[
      'docker exec box rm a',
      'npx rm a',
      'tmux new -d rm a',
      'script -c "rm a"',
      `python3 -c "import os; os.system('rm a')"`,
      'bash -lc "rm a"',
    ],
    ...[
      'strace rm a',
      'git submodule foreach rm a',
      'trap "rm a" EXIT',
      'conda run -n x rm a',
      'nix-shell --run "rm a"',
      'npm exec -- rm a',
    ],
  ].map((line) => ['rm', line] as const),
  ...[
    ...[
      'sudo rm a',
      'sudo -u root rm a',
      'sudo -- rm a',
      'sudo env A=1 rm a',
      "sudo sh -c 'rm a'",
      'env sudo rm a',
      '/usr/bin/sudo /bin/rm a',
    ],
    ...["sh -c 'sudo rm a'", 'cd x && sudo nice rm a', 'find . -exec sudo rm {} +'],
  ].map((line) => ['sudo rm', line] as const),
  ...['sudo -u root rm a', 'sudo -n -u root nice rm a'].map(
    (line) => ['sudo -u root rm', line] as const,
  ),
  ...['sudo -E git -C x push -f', 'sudo git push origin +main'].map(
    (line) => ['sudo git push --force', line] as const,
  ),
  ...[
    ['xargs rm', 'ls | xargs -0 rm'],
    ['sh -c rm', "sh -c 'rm a'"],
    ['find -exec rm', 'find . -exec rm {} +'],
    ['timeout npm', 'timeout 5 npm test'],
    ['poetry run rm', 'poetry run rm a'],
    ['sudo env rm', 'sudo env rm a'],
    ['sudo apt install', 'sudo apt -y install x'],
    // A program that no table has may be a wrapper.
    ['rm', 'mywrap rm a'],
    ['rm -rf', 'mywrap --quiet rm -rf a'],
    ['git push --force', 'mywrap -- git push -f'],
    ['npm publish', 'mywrap npm publish'],
    ['npm publish', 'yarn npm publish'],
    ['npm publish', 'yarn --cwd x npm publish --access public'],
    // A name or a setting of the same line, and verbs that are programs.
    ['git push --force', 'git -c alias.p="push --force" p'],
    ['git push --force', 'git -calias.p="push -f" p origin'],
    ['git push --force', 'git config alias.p "push --force" && git p'],
    ['rm', "git -c alias.x='!rm a' x"],
    [
      'git push --force',
      'GIT_CONFIG_COUNT=1 GIT_CONFIG_KEY_0=alias.p GIT_CONFIG_VALUE_0="push -f" git p',
    ],
    ['git push --force', `GIT_CONFIG_PARAMETERS="'alias.p=push -f'" git p`],
    ['git push --force', 'git -c remote.origin.mirror=true push'],
    ['git push --force', 'git -c remote.origin.push=+main push'],
    ['git push --force', 'git send-pack --force origin main'],
    ['git push --force', 'git-push -f'],
    ['git push --force', '/usr/lib/git-core/git-push --force'],
    ['git push --force', 'alias p="git push -f"\np'],
    ['rm -rf', "alias rm='rm -rf'\nrm x"],
    // A text that a program takes apart, or that comes in by its input.
    ['git push --force', 'env -S "git push -f"'],
    ['rm -rf', 'env -i --split-string="rm -rf" x'],
    ['rm -rf', 'sudo env -S"rm -r" -f x'],
    ['rm -rf', 'echo "rm -rf x" | sh'],
    ['rm -rf', 'printf "rm -rf x\\n" | sudo bash -s'],
    ['rm -rf', 'sh <<< "rm -rf x"'],
    ['rm -rf', "bash <<'EOF'\nls\nrm -rf x\nEOF"],
    ['rm -rf', 'cat <<EOF | sh\nrm -rf x\nEOF'],
    ['rm -rf', 'ssh host <<EOF\nrm -rf x\nEOF'],
    ['rm -rf', 'echo "rm -rf x" | at now'],
    ['rm -rf', 'tar --to-command="rm -rf x" -xf a'],
    ['rm -rf', 'tar --checkpoint=1 --checkpoint-action=exec="rm -rf x" -cf a b'],
    ['rm -rf', 'ssh -o ProxyCommand="rm -rf x" h'],
    ['rm -rf', 'git -c core.fsmonitor="rm -rf x" status'],
    ['rm -rf', 'GIT_SSH_COMMAND="rm -rf x" git fetch'],
    ['rm -rf', 'PAGER="rm -rf x" man ls'],
    ['rm -rf', 'coreutils --coreutils-prog=rm -rf x'],
    ['rm -rf', 'perf stat rm -rf x'],
    ['rm -rf', 'sg g "rm -rf x"'],
    ['rm -rf', 'capsh -- -c "rm -rf x"'],
    ['rm -rf', 'pwsh -Command "rm -Recurse -Force x"'],
  ].map(([pattern, line]) => [pattern, line] as readonly [string, string]),
]
/** Under another name, by another verb, with an option in another form. */
const renamed: readonly (readonly [pattern: string, line: string])[] = [
  ['npm install', 'npm i x'],
  ['npm install -g', 'npm i x --location=global'],
  ['npm run deploy', 'npm run-script deploy'],
  ['npm uninstall', 'npm rm x'],
  ['npm exec', 'npx x'],
  ['npm publish', 'npx -y npm@latest publish'],
  ['yarn add', 'yarn workspace a add y'],
  ['yarn publish', 'yarn npm publish'],
  ['pip install', 'pip3 install x'],
  ['pip install', 'python3 -m pip install x'],
  ['pip install', 'pip3.11 install x'],
  ['docker rm', 'docker container rm x'],
  ['docker rm', 'podman rm x'],
  ['docker rmi', 'docker image rm x'],
  ['docker run --privileged', 'docker container run --privileged img'],
  ['docker compose down', 'docker-compose down'],
  ['docker compose down -v', 'docker compose down --volumes'],
  ['docker push', 'docker image push x'],
  ['kubectl delete', 'k delete pod'],
  ['kubectl delete', 'microk8s kubectl delete pod'],
  ['kubectl delete', 'minikube kubectl -- delete pod'],
  ['kubectl delete pod', 'kubectl delete po/x'],
  ['kubectl delete namespace', 'kubectl delete ns x'],
  ['terraform destroy', 'terraform -chdir=x apply -destroy'],
  ['terraform destroy', 'tofu destroy'],
  ['terraform apply -auto-approve', 'terraform apply --auto-approve=true'],
  ['helm uninstall', 'helm -n a del x'],
  ['brew uninstall', 'brew rm x'],
  ['pulumi destroy', 'pulumi down'],
  ['gcloud projects delete', 'gcloud beta projects delete y'],
  ['systemctl stop', 'service x stop'],
  ['apt install', 'apt-get -y install x'],
  ['aws s3 rm --recursive', 'aws s3 --profile p rm y --recurs'],
  ['gh api -X DELETE', 'gh api x --method=DELETE'],
  ['curl -X POST', 'curl -sXPOST u'],
  ['curl -X POST', 'curl --json a u'],
  ['curl -X POST', 'curl -X post u'],
  ['wget -O', 'wget --output-document=x u'],
  ['kill -9', 'kill -s KILL 1'],
  ['kill -9', 'kill -SIGKILL 1'],
  ['sed -i', 'sed --in-pl s f'],
  ['tar -x', 'tar xf a'],
  ['tar -x', 'tar --get -f a'],
  ['mv -f', 'mv --force a b'],
  ['ln -s', 'ln --symbolic a b'],
  ['mkfs', 'mkfs.ext4 x'],
  ['make deploy', 'make all deploy'],
  ['make deploy', 'gmake A=b deploy'],
  ['rm -rf', 'rm --r --f x'],
  ['rm -rf', 'grm -rf x'],
  ['redis-cli flushall', 'redis-cli -h h FLUSHALL'],
  ['git clean -f', 'git -c clean.requireForce=false clean'],
  ['git commit --no-verify', 'git -c core.hooksPath=/dev/null commit -m x'],
  // Another verb that does the same or more of it, and another program that is one with it.
  ['apt remove', 'apt purge x'],
  ['apt remove', 'apt-get -y autoremove'],
  ['apt-get purge', 'apt remove x'],
  ['apt remove', 'dpkg --purge x'],
  ['apt install', 'dpkg -i x.deb'],
  ['dpkg -r', 'dpkg -P x'],
  ['dnf remove', 'yum erase x'],
  ['pacman -R', 'pacman --remove x'],
  ['rm', 'unlink x'],
  ['rm', 'gio trash x'],
  ['systemctl stop', 'systemctl kill x'],
  ['systemctl stop', '/etc/init.d/x stop'],
  ['systemctl stop', 'invoke-rc.d x stop'],
  ['systemctl restart', 'systemctl try-restart x'],
  ['systemctl disable', 'systemctl mask x'],
  ['reboot', 'systemctl reboot'],
  ['reboot', 'shutdown -r now'],
  ['shutdown', 'init 0'],
  ['shutdown', 'systemctl poweroff'],
  ['chmod 777', 'chmod 0777 x'],
  ['chmod 777', 'chmod a+rwx x'],
  ['git stash drop', 'git stash clear'],
  ['git branch -D', 'git update-ref -d refs/heads/x'],
  ['git checkout -- .', 'git checkout -- .'],
  ['git checkout -- .', 'git restore .'],
  ['git restore .', 'git checkout HEAD -- .'],
  ['gradle publish', './gradlew :lib:publish'],
  ['npx', 'npm exec -- x'],
  ['npm test', 'npm run test'],
  ['npm run test', 'npm test'],
  ['npm run deploy', 'yarn deploy'],
  ['npm run deploy', 'pnpm --filter a run deploy'],
  ['npm run deploy', 'node --run deploy'],
  ['node -e', 'node -p 1'],
  ['node -e', 'node --eval=1'],
  // A program's own script, given to its interpreter.
  ['npm publish', 'node /usr/lib/node_modules/npm/bin/npm-cli.js publish'],
  ['npm publish', 'node --no-warnings ./npm-cli.js --access public publish'],
  ['npm publish', 'bun node_modules/npm/bin/npm-cli.js pub'],
  ['npm exec', 'node /usr/lib/node_modules/npm/bin/npx-cli.js x'],
  ['yarn publish', 'node .yarn/releases/yarn-4.1.0.cjs npm publish'],
  ['pnpm publish', 'node node_modules/pnpm/bin/pnpm.cjs publish'],
  ['pip install', 'python3 /usr/bin/pip install x'],
  ['pip install', 'python3 -mpip install x'],
  ['pip install', 'python3 -Im pip install x'],
  ['composer install', 'php composer.phar install'],
  ['gem install', 'ruby -S gem install x'],
  ['eslint', 'node node_modules/.bin/eslint .'],
]
const unseen: readonly (readonly [pattern: string, line: string])[] = [
  // Another program, another verb, or a script of that name.
  ['rm', 'node rm.js'],
  ['rm', 'rmdir x'],
  ['rm', 'git rm x'],
  ['rm -rf', 'unlink x'],
  ['npm publish', 'node publish.js'],
  ['npm publish', 'node scripts/npm-check.js publish'],
  ['npm publish', 'pnpm publish'],
  ['npm install', 'npm ci'],
  ['npm run deploy', 'npm run deploy:dry'],
  ['pip install', 'python3 setup.py install'],
  ['apt remove', 'apt list --installed'],
  ['git checkout -- .', 'git checkout main'],
  ['git branch -D', 'git update-ref refs/heads/x HEAD'],
  ['shutdown', 'systemctl stop x'],
  ['reboot', 'shutdown -h now'],
  ['chmod 777', 'chmod 755 x'],
  ['node -e', 'node a.js'],
  ['git push --force', 'git push'],
  ['docker rmi', 'docker rm x'],
  ['terraform destroy', 'terraform apply'],
  ['npm install', 'npm init'],
  ['pip install', 'pipx list'],
  ['kubectl delete pod', 'kubectl delete service x'],
  ['curl -X POST', 'curl -sS https://x.example'],
  ['curl -X POST', 'curl -X PUT -d a https://x.example'],
  ['make deploy', 'make test'],
  ['tar -x', 'tar cf a b'],
  ['kill -9', 'kill 9'],
  ['systemctl stop', 'service x start'],
  ['git push --force', 'git push origin main'],
  ['git push --force', 'git commit -m push --all'],
  ['git push --force', 'git log --oneline push'],
  ['git push --force', 'git -C push status'],
  ['git push --force', 'git push origin main -- --force'],
  ['git push --force', 'gitk push --force'],
  ['rm -rf', 'rm -r x'],
  ['rm -rf', 'rm -f x'],
  ['npm publish', 'npm run publish-docs'],
  ['npm publish', 'npm run publish'],
  ['git push', 'git pull'],
  ['git reset --hard', 'git reset --soft HEAD'],
  ['curl -X POST', 'curl -X GET https://x.example'],
  ['rm', 'echo rm'],
  ['rm', 'grep rm a'],
  ['rm', 'npm run rm'],
  ['rm', 'mywrap "please rm it"'],
  ['npm publish', 'mywrap npm test'],
  ['npm publish', 'yarn publish'],
  ['npm publish', 'yarn add npm publish'],
  ['sudo rm', 'rm a'],
  ['sudo rm', 'sudo ls; rm a'],
  ['sudo rm', 'sudo ls rm'],
  ['sudo -u root rm', 'sudo rm a'],
  ['xargs rm', 'ls | xargs ls; rm a'],
  ['timeout npm', 'timeout 5 node npm.js'],
  ['git push --force', 'git -c alias.p="push --force-not" status'],
  ['git push --force', 'git -c remote.origin.mirror=false push'],
  ['git push --force', 'git-push origin main'],
  ['git push --force', 'git commit -m "alias.p=push -f"'],
  ['rm -rf', 'echo "rm -rf x" | cat'],
  ['rm -rf', 'cat <<EOF > notes\nrm -rf x\nEOF'],
  ['rm -rf', "alias rm='rm -i'\nrm x"],
]

/** Known only while it runs, so that it may be what the rule names. */
const unsure: readonly (readonly [pattern: string, line: string])[] = [
  ['git push --force', 'git push $FLAGS'],
  ['git push --force', 'git push "$F"'],
  ['git push --force', 'F=--force; git push $F'],
  ['git push --force', 'git push $(cat flags)'],
  ['git push --force', 'git push ${x:---force}'],
  ['git push --force', 'git $(echo push) --force'],
  ['git push --force', 'git $VERB'],
  ['git push --force', 'echo -f | xargs git push'],
  ['git push --force', 'parallel git push {} ::: -f'],
  ['git push --force', 'sudo git push $F'],
  ['rm -rf', 'rm -r $F x'],
  ['rm -rf', 'rm -${x:-rf} y'],
  ['rm -rf', 'bash -c \'rm "$@"\' _ -rf x'],
  ['sudo rm -rf', 'sudo rm $F x'],
]
const sure: readonly (readonly [pattern: string, line: string])[] = [
  ['git push --force', 'git push -- "$BRANCH"'],
  ['git push --force', 'git status $X'],
  ['git push --force', 'git commit -m "$MESSAGE"'],
  ['rm -rf', 'rm -r -- "$F"'],
  ['rm -rf', 'ls $F'],
  ['npm publish', 'npm run $SCRIPT'],
]

describe('a deny or confirm rule for a command', () => {
  it.each([...seen, ...renamed])('"%s" sees %s', async (pattern, line) => {
    expect([await effectOf(pattern, line), await effectOf(pattern, line, 'confirm')]).toEqual([
      'rule',
      'rule',
    ])
  })

  it.each(unseen)('"%s" does not see %s', async (pattern, line) => {
    expect(await effectOf(pattern, line)).not.toBe('rule')
  })

  it.each(unsure)(
    'asks, where "%s" may be meant by %s: a rule that allows it does not count',
    async (pattern, line) => {
      const parts = await analyseCommand(line, { cwd: '/w', zoneOf })
      const program = pattern.split(' ').slice(0, 2).join(' ')
      const rules = [
        { ...rule('deny', { commands: [pattern] }), id: 'denied' },
        {
          ...rule('allow', { commands: [`${program} {any}`, 'sudo', 'xargs', 'F=--force'] }),
          id: 'free',
        },
      ]
      const decided = decide(ask(running, [run(...parts)]), policyWith({ rules }))
      expect([decided.effect, decided.by]).toEqual(['confirm', { kind: 'rule', id: 'denied' }])
      expect(await effectOf(pattern, line, 'confirm')).toBe('rule')
    },
  )

  it.each(sure)('"%s" is not meant by %s', async (pattern, line) => {
    expect(await effectOf(pattern, line)).not.toBe('rule')
  })

  it('sees its option wherever it is among others', () => {
    const others = fc.array(
      fc.constantFrom('origin', 'main', '-v', '--no-verify', '--set-upstream', '--quiet'),
      { maxLength: 6 },
    )
    const forced = fc.constantFrom('--force', '-f', '--force-with-lease', '-vf', '+main')
    const global = fc.constantFrom([], ['-C', 'x'], ['--no-pager'], ['-c', 'a.b=c', '-P'])
    fc.assert(
      fc.property(global, others, others, forced, (before, left, right, option) => {
        expect(
          concernsCommand('git push --force', {
            words: ['git', ...before, 'push', ...left, option, ...right],
          }),
        ).toBe(true)
      }),
    )
  })

  it('says which spellings it sees, and sees each of them', () => {
    expect(spellingsOf('git push --force')).toEqual([
      'git -C … push --force',
      'git push -f',
      'git push --force-with-lease',
      'git push --force-if-includes',
      'git push --mirror',
      'git push … --force',
      'git push … +main',
    ])
    expect(spellingsOf('ls')).toEqual([])
    for (const pattern of ['rm -rf', 'npm publish', 'curl -X POST', 'git branch -D'])
      for (const spelling of spellingsOf(pattern))
        expect(concernsCommand(pattern, { words: spelling.split(' ') })).toBe(true)
  })
})
