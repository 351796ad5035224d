//! What a call may say, and what it waits for.

use super::*;

#[test]
fn arguments() {
    let fixture = fixture(&[("s/a/SKILL.md", "text"), ("s/b/SKILL.md", "")]);
    let error = |args: Value| fixture.run(&Disk, &["s"], args).unwrap_err();
    for args in [
        json!(null),
        json!("list"),
        json!([]),
        json!({}),
        json!({"action": null}),
        json!({"action": "List"}),
        json!({"action": 1}),
        json!({"action": "read"}),
        json!({"action": "read", "skill": null}),
        json!({"action": "read", "skill": ["a"]}),
        json!({"action": "read", "skill": "a", "path": 7}),
        json!({"action": "read", "skill": "a", "path": ["SKILL.md"]}),
        json!({"action": "read", "skill": "a", "path": "SKILL.md\0"}),
    ] {
        assert_eq!(error(args.clone()).kind, ErrorKind::InvalidArguments, "{args}");
    }
    let unknown = error(json!({"action": "read", "skill": "A"}));
    assert_eq!(unknown.kind, ErrorKind::UnknownSkill);
    assert_eq!(unknown.message, "Skill \"A\" not found. Available skills: a, b");
    assert_eq!(unknown.available, Some(vec!["a".to_owned(), "b".to_owned()]));
    assert_eq!(error(json!({"action": "read", "skill": " a"})).kind, ErrorKind::UnknownSkill);
    let none = fixture.run(&Disk, &[], json!({"action": "read", "skill": "a"})).unwrap_err();
    assert_eq!(none.message, "Skill \"a\" not found. Available skills: none");
    // A list ignores what only a read needs, and a read what nobody needs.
    assert!(fixture.run(&Disk, &["s"], json!({"action": "list", "skill": 7, "path": "/"})).is_ok());
    for args in [json!({"path": null}), json!({"path": ""}), json!({"more": 1}), json!({"path": "./x/../SKILL.md"})] {
        let mut whole = json!({"action": "read", "skill": "a"});
        whole.as_object_mut().unwrap().extend(args.as_object().unwrap().clone());
        let result = serde_json::to_string(&fixture.run(&Disk, &["s"], whole).unwrap()).unwrap();
        let expected = r#"{"action":"read","skill":"a","path":"SKILL.md","content":"text","truncated":false}"#;
        assert_eq!(result, expected);
    }
}

#[test]
fn nothing_is_done_without_approval() {
    let fixture = fixture(&[("s/a/SKILL.md", "x")]);
    let asked = std::sync::Arc::new(Mutex::new(Vec::new()));
    let hook = std::sync::Arc::clone(&asked);
    let tool = SkillTool::new([fixture.root.join("s")]).with_approval(move |id, args| {
        hook.lock().unwrap().push((id.to_owned(), args.clone()));
        match args["action"].as_str() {
            Some("list") => Approval::Allow,
            _ if args["skill"] == "a" => Approval::Refuse("not this one".to_owned()),
            _ => Approval::UserInputRequired("ask".to_owned()),
        }
    });
    let call = |args: &Value| tool.call(&Disk, args, &Cancel::new()).map_err(|error| (error.kind, error.message));
    let list = json!({"action": "list"});
    assert!(call(&list).is_ok());
    let read = json!({"action": "read", "skill": "a"});
    assert_eq!(call(&read), Err((ErrorKind::Refused, "not this one".to_owned())));
    let other = json!({"action": "read", "skill": "b"});
    assert_eq!(call(&other), Err((ErrorKind::UserInputRequired, "ask".to_owned())));
    assert_eq!(call(&json!({"action": "write"})).unwrap_err().0, ErrorKind::InvalidArguments);
    let expected: Vec<_> = [list, read, other].map(|args| ("skill".to_owned(), args)).into();
    assert_eq!(*asked.lock().unwrap(), expected);
    assert!(SkillTool::new([fixture.root.join("s")]).call(&Disk, &json!({"action": "list"}), &Cancel::new()).is_ok());
    let definition = serde_json::to_value(tool.definition()).unwrap();
    assert_eq!((&definition["id"], &definition["title"]), (&json!("skill"), &json!("List and read skill guides")));
}

#[test]
fn open_text_is_what_an_agent_would_get_after_saving() {
    let fixture = fixture(&[("s/a/SKILL.md", "---\nname: saved\n---\n")]);
    let mut overlay = Overlay::new(Disk);
    overlay.set(&fixture.root.join("s/a/SKILL.md"), "---\nname: open\ndescription: d\n---\n");
    overlay.set(&fixture.root.join("s/a/new.md"), "new");
    overlay.set(&fixture.root.join("s/b/SKILL.md"), "b");
    let list = serde_json::to_value(fixture.run(&overlay, &["s"], json!({"action": "list"})).unwrap()).unwrap();
    assert_eq!(
        list["skills"],
        json!([
            {"name": "b", "description": "", "files": ["SKILL.md"], "filesTruncated": false},
            {"name": "open", "description": "d", "files": ["SKILL.md", "new.md"], "filesTruncated": false},
        ])
    );
    for (skill, path, expected) in [("open", "new.md", "new"), ("b", "", "b")] {
        let read = fixture.run(&overlay, &["s"], json!({"action": "read", "skill": skill, "path": path})).unwrap();
        assert!(matches!(read, Outcome::Read { content, .. } if content == expected), "{skill}");
    }
}
